import { Invalid } from "~/domain/errors";
import { cleanForm } from "~/format/cleanForm";
import { assertWellFormedForm, MAX_FIELDS, unreadable } from "./assertWellFormedForm";
import { boundedBody } from "./boundedBody";
import { formType, isUrlEncoded, separatorCounter } from "./fieldCounter";

/** Bytes. Twice this fits in an isolate's memory. */
export const MAX_FORM_BYTES = 45 * 1024 * 1024;
/** Bytes. Far above the largest form without files. */
export const MAX_TEXT_FORM_BYTES = 2 * 1024 * 1024;
/** A part costs the platform more than an encoded field. */
const MAX_PARTS = 3000;

const tooLarge = (maxBytes: number) =>
  new Invalid(
    `The form is larger than ${maxBytes / 1024 / 1024} MB. Please ${
      maxBytes === MAX_FORM_BYTES ? "upload fewer or smaller files" : "shorten what it holds"
    }.`,
  );

/**
 * Parses a form body of either encoding after checking its size (S16). Counts its fields while it arrives, because
 * the platform would build millions of them first (rules.md costs/forms). Throws Invalid for a form that is too
 * large, incomplete or malformed (assertWellFormedForm).
 */
export async function readMultipart(request: Request, maxBytes = MAX_FORM_BYTES): Promise<FormData> {
  const sentType = request.headers.get("Content-Type") ?? "";
  const encoded = isUrlEncoded(sentType);
  const limit = encoded ? Math.min(maxBytes, MAX_TEXT_FORM_BYTES) : maxBytes;
  const type = formType(sentType);
  if (!type) throw incomplete();
  // A form of n fields has one separator less or, with its end, one more.
  const fields = { count: separatorCounter(type.separator), max: (encoded ? MAX_FIELDS : MAX_PARTS) + 1 };
  const { stream, exceeded } = await boundedBody(request, limit, fields);
  const refusal = () => (exceeded() === "bytes" ? tooLarge(limit) : exceeded() === "fields" ? unreadable() : null);
  if (exceeded()) throw refusal();
  let form: FormData;
  try {
    form = await new Response(stream, { headers: { "Content-Type": type.contentType } }).formData();
  } catch {
    throw refusal() ?? incomplete();
  }
  return cleanForm(assertWellFormedForm(form));
}

const incomplete = () => new Invalid("The form did not arrive complete. Please try again.");
