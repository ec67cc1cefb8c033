import { Invalid } from "~/domain/errors";
import { discardBody } from "./discardBody";

/** Bytes that one form with files may have: what an isolate holds twice without trouble. */
export const MAX_FORM_BYTES = 45 * 1024 * 1024;

const tooLarge = () =>
  new Invalid(`The form is larger than ${MAX_FORM_BYTES / 1024 / 1024} MB. Please upload fewer or smaller files.`);

/**
 * The form of a request. Its size is checked before it is parsed (S16): by Content-Length, and while it arrives for a
 * request that does not say. Throws Invalid for a form that is too large or torn.
 */
export async function readMultipart(request: Request, maxBytes = MAX_FORM_BYTES): Promise<FormData> {
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) {
    await discardBody(request);
    throw tooLarge();
  }
  let received = 0;
  let exceeded = false;
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        exceeded = received > maxBytes;
        if (exceeded) controller.error(new Error("too large"));
        else controller.enqueue(chunk);
      },
    }),
  );
  try {
    const type = request.headers.get("Content-Type") ?? "";
    return await new Response(counted ?? null, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw exceeded ? tooLarge() : new Invalid("The form did not arrive complete. Please try again.");
  }
}
