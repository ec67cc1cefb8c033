import { json } from "@remix-run/cloudflare";
import { Invalid } from "~/domain/errors";
import { MAX_TEXT_FORM_BYTES, readMultipart } from "~/files/readMultipart";

/**
 * The form that a page posted, where it takes no files. One that is torn, too large or that no page of ours sends is
 * thrown as a 400 with its reason: there is nothing to fill the page's form with.
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await readMultipart(request, MAX_TEXT_FORM_BYTES);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw json({ message: error.message }, 400);
  }
}
