import type { Context } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import { logFault, logRefusal } from "~/integrations/log.server";

interface ScannedFile {
  name: string;
  bytes: Uint8Array;
  contentType: string;
}

/** Throws Invalid for a file with malware, or without a verdict. No-op without a scanner (rules.md uploads/scan). */
export async function scanFile({ fileScanner }: Context, { name, bytes, contentType }: ScannedFile): Promise<void> {
  if (!fileScanner) return;
  let clean: boolean;
  try {
    clean = await fileScanner.isClean(bytes, contentType);
  } catch (error) {
    logFault(error);
    throw new Invalid(`'${name}' could not be checked for malware. Please try again.`, "file");
  }
  if (clean) return;
  logRefusal("upload with malware");
  throw new Invalid(`'${name}' cannot be used, because it may contain malware`, "file");
}
