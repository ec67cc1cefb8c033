import { Invalid } from "~/domain/errors";
import { assertWellFormedForm } from "./assertWellFormedForm";
import { boundedBody } from "./boundedBody";

/** Bytes. Twice this fits in an isolate's memory. */
export const MAX_FORM_BYTES = 45 * 1024 * 1024;
/** Bytes. Far above the largest form without files. */
export const MAX_TEXT_FORM_BYTES = 2 * 1024 * 1024;

const tooLarge = (maxBytes: number) =>
  new Invalid(
    `The form is larger than ${maxBytes / 1024 / 1024} MB. Please ${
      maxBytes === MAX_FORM_BYTES ? "upload fewer or smaller files" : "shorten what it holds"
    }.`,
  );

/**
 * Parses a form body of either encoding after checking its size (S16). Throws Invalid for a form that is too large,
 * incomplete or malformed (assertWellFormedForm).
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
