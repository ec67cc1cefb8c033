import { Invalid } from "~/domain/errors";
import { discardBody, MAX_DISCARDED } from "./discardBody";
import { soundForm } from "./soundForm";

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
 * The form of a request, whichever way it is encoded. Its size is checked before it is parsed (S16): by Content-Length,
 * and while it arrives for a request that does not say. Throws Invalid for a form that is too large or torn, or that no
 * page of ours sends (soundForm).
 */
export async function readMultipart(request: Request, maxBytes = MAX_FORM_BYTES): Promise<FormData> {
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) {
    await discardBody(request);
    throw tooLarge(maxBytes);
  }
  let received = 0;
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received <= maxBytes) controller.enqueue(chunk);
        else if (received > maxBytes + MAX_DISCARDED) controller.error(new Error("too large"));
      },
      flush(controller) {
        if (received > maxBytes) controller.error(new Error("too large"));
      },
    }),
  );
  let form: FormData;
  try {
    const type = request.headers.get("Content-Type") ?? "";
    form = await new Response(counted ?? null, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw received > maxBytes ? tooLarge(maxBytes) : new Invalid("The form did not arrive complete. Please try again.");
  }
  return soundForm(form);
}
