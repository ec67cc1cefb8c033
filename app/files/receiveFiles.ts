import type { Context } from "~/domain/context";
import { DomainError, type FieldErrors, Invalid } from "~/domain/errors";
import { fileAddress, isUploadKey } from "~/domain/uploads/fileAddress";
import { type UploadUse, usableUploads } from "~/domain/uploads/usableUploads";
import { logFault } from "~/integrations/log.server";
import { type StoredUpload, storeUpload } from "./storeUpload";
import type { UploadKind } from "./uploadKinds";

interface ReceivedFiles {
  /** The form with a key in place of each file. */
  form: FormData;
  /** Stored files by field: shown as already received, and sent again as hidden inputs `name=field value=key`. */
  received: Record<string, StoredUpload[]>;
  fieldErrors: FieldErrors;
}

const MAX_FILES_A_FIELD = 10;

/**
 * Stores a form's files before validating the rest, so that a failing form loses none (rules.md forms/keep-files). A
 * returned key counts only if this actor may use it in that field. A file that could not be stored is reported at its
 * field, like a refused one.
 */
export async function receiveFiles(
  ctx: Context,
  form: FormData,
  fields: Record<string, UploadKind>,
  use: UploadUse = {},
  onFault: (error: unknown) => void = logFault,
): Promise<ReceivedFiles> {
  const names = Object.keys(fields);
  const keysOf = (name: string) => {
    const removed = form.getAll(`${name}Removed`);
    return form
      .getAll(name)
      .filter((value): value is string => typeof value === "string" && isUploadKey(value) && !removed.includes(value));
  };
  const sent = names.flatMap(keysOf);
  const known = new Map(
    (sent.length ? await usableUploads(ctx, sent.slice(0, 100), use) : []).map((row) => [row.key, row]),
  );

  const received: Record<string, StoredUpload[]> = {};
  const fieldErrors: FieldErrors = {};
  const complain = (name: string, message: string) => {
    fieldErrors[name] = [...(fieldErrors[name] ?? []), message];
  };

  for (const [name, kind] of Object.entries(fields)) {
    const kept: StoredUpload[] = [];
    for (const key of new Set(keysOf(name))) {
      const row = known.get(key);
      if (row?.kind === kind) kept.push({ key, url: fileAddress(key), name: row.name, size: row.size });
      else complain(name, "A file is no longer available. Please upload it again.");
    }
    // An untouched file input sends an empty file without a name.
    const files = form
      .getAll(name)
      .filter((value): value is File => typeof value !== "string" && (value.size > 0 || value.name !== ""));
    for (const file of files) {
      if (kept.length >= MAX_FILES_A_FIELD) {
        complain(name, `At most ${MAX_FILES_A_FIELD} files can be uploaded here`);
        break;
      }
      try {
        kept.push(await storeUpload(ctx, kind, file, { field: name }));
      } catch (error) {
        if (error instanceof DomainError && !(error instanceof Invalid)) throw error;
        if (!(error instanceof Invalid)) onFault(error);
        complain(
          name,
          error instanceof Invalid ? error.message : `'${file.name}' could not be kept. Please try again.`,
        );
      }
    }
    form.delete(name);
    for (const { key } of kept) form.append(name, key);
    if (kept.length) received[name] = kept;
  }
  return { form, received, fieldErrors };
}
