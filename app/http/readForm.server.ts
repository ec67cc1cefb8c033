import { json } from "@remix-run/cloudflare";
import { Invalid } from "~/domain/errors";
import { MAX_TEXT_FORM_BYTES, readMultipart } from "~/files/readMultipart";
import { resolveStale } from "./resolveStale";

/**
 * Reads a posted form without files. Throws a 400 with its reason for one that is malformed, too large or not sent by
 * our pages: the page's form cannot show it.
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return resolveStale(await readMultipart(request, MAX_TEXT_FORM_BYTES));
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw json({ message: error.message }, 400);
  }
}
