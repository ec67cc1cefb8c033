import { Invalid } from "~/domain/errors";
import { assertWellFormedForm } from "./assertWellFormedForm";
import { boundedBody } from "./boundedBody";

/** Bytes that one form with files may have: what an isolate holds twice without trouble. */
export const MAX_FORM_BYTES = 45 * 1024 * 1024;
/** The same for a form without files: far above the largest one of ours. */
export const MAX_TEXT_FORM_BYTES = 2 * 1024 * 1024;

const tooLarge = (maxBytes: number) =>
  new Invalid(
    `The form is larger than ${maxBytes / 1024 / 1024} MB. Please ${
      maxBytes === MAX_FORM_BYTES ? "upload fewer or smaller files" : "shorten what it holds"
    }.`,
  );

/**
 * The form of a request, whichever way it is encoded. Its size is checked before it is parsed (S16). Throws Invalid for a
 * form that is too large or torn, or that no page of ours sends (assertWellFormedForm).
 */
export async function readMultipart(request: Request, maxBytes = MAX_FORM_BYTES): Promise<FormData> {
  const { stream, overflows } = await boundedBody(request, maxBytes);
  if (overflows()) throw tooLarge(maxBytes);
  let form: FormData;
  try {
    const type = request.headers.get("Content-Type") ?? "";
    form = await new Response(stream, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw overflows() ? tooLarge(maxBytes) : new Invalid("The form did not arrive complete. Please try again.");
  }
  return assertWellFormedForm(form);
}
