import { discardBody, MAX_DISCARDED } from "./discardBody";

/** A body as it arrives, of which no more than `maxBytes` are kept. */
export interface BoundedBody {
  /** Fails at its end when more came; what came beyond was let in unread, up to MAX_DISCARDED (discardBody). */
  stream: ReadableStream<Uint8Array> | null;
  overflows(): boolean;
}

/** The body of a request, its size checked by Content-Length, and while it arrives for a request that does not say. */
export async function boundedBody(request: Request, maxBytes: number): Promise<BoundedBody> {
  const length = request.headers.get("Content-Length");
  if (Number(length ?? 0) > maxBytes) {
    await discardBody(request);
    return { stream: null, overflows: () => true };
  }
  // No more than it said can arrive.
  if (length !== null) return { stream: request.body, overflows: () => false };
  let received = 0;
  const tooLarge = () => new Error("too large");
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

/** The same as text; null for one that is too large. */
export async function boundedText(request: Request, maxBytes: number): Promise<string | null> {
  const { stream, overflows } = await boundedBody(request, maxBytes);
  if (overflows()) return null;
  // What does not pass through our count is read faster by the engine itself.
  if (stream === request.body) return await request.text();
  try {
    return await new Response(stream).text();
  } catch (error) {
    if (overflows()) return null;
    throw error;
  }
}
