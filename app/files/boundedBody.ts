import { discardBody, MAX_DISCARDED } from "./discardBody";

/** A streaming body limited to `maxBytes`. */
export interface BoundedBody {
  /**
   * Errors at the end when the body was too large. Excess bytes are read and dropped, up to MAX_DISCARDED
   * (discardBody).
   */
  stream: ReadableStream<Uint8Array> | null;
  overflows(): boolean;
}

/** Limits a request body by Content-Length, or while it streams when the header is missing. */
export async function boundedBody(request: Request, maxBytes: number): Promise<BoundedBody> {
  const length = request.headers.get("Content-Length");
  if (Number(length ?? 0) > maxBytes) {
    await discardBody(request);
    return { stream: null, overflows: () => true };
  }
  // The runtime never delivers more than Content-Length.
  if (length !== null) return { stream: request.body, overflows: () => false };
  let received = 0;
  const tooLarge = () => new Error("The body is too large");
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received <= maxBytes) controller.enqueue(chunk);
        else if (received > maxBytes + MAX_DISCARDED) controller.error(tooLarge());
      },
      flush(controller) {
        if (received > maxBytes) controller.error(tooLarge());
      },
    }),
  );
  return { stream: counted ?? null, overflows: () => received > maxBytes };
}

/** Reads a bounded body as text; null when it is too large. */
export async function boundedText(request: Request, maxBytes: number): Promise<string | null> {
  const { stream, overflows } = await boundedBody(request, maxBytes);
  if (overflows()) return null;
  // The runtime reads an unwrapped stream faster.
  if (stream === request.body) return await request.text();
  try {
    return await new Response(stream).text();
  } catch (error) {
    if (overflows()) return null;
    throw error;
  }
}
