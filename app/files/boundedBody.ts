import { blockReader } from "./blockReader";
import { discardBody, MAX_DISCARDED } from "./discardBody";

/** A streaming body limited to `maxBytes` and, for a form, to a number of fields. */
interface BoundedBody {
  /**
   * Errors at the end when the body exceeded a limit. The rest of it is read and dropped, up to MAX_DISCARDED
   * (discardBody).
   */
  stream: ReadableStream<Uint8Array> | null;
  /** The limit that the body exceeded, as far as it was read. */
  exceeded(): "bytes" | "fields" | null;
}

/** Limits a request body by Content-Length, or while it streams when the header is missing or fields are counted. */
export async function boundedBody(
  request: Request,
  maxBytes: number,
  fields?: { count: (chunk: Uint8Array) => number; max: number },
): Promise<BoundedBody> {
  const length = request.headers.get("Content-Length");
  if (Number(length ?? 0) > maxBytes) {
    await discardBody(request);
    return { stream: null, exceeded: () => "bytes" };
  }
  // The runtime never delivers more than Content-Length.
  if (length !== null && !fields) return { stream: request.body, exceeded: () => null };
  if (!request.body) return { stream: null, exceeded: () => null };
  const reader = blockReader(request.body);
  let received = 0;
  let exceeded: "bytes" | "fields" | null = null;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        received += value?.byteLength ?? 0;
        if (received > maxBytes) exceeded ??= "bytes";
        else if (!exceeded && fields && value && fields.count(value) > fields.max) exceeded = "fields";
        const isEndless = received > maxBytes + MAX_DISCARDED;
        if (isEndless) await reader.cancel();
        if (exceeded && (done || isEndless)) return controller.error(new Error(`The body has too many ${exceeded}`));
        if (exceeded) continue;
        if (value?.byteLength) controller.enqueue(value);
        if (done) controller.close();
        if (done || value?.byteLength) return;
      }
    },
    cancel: () => reader.cancel(),
  });
  return { stream, exceeded: () => exceeded };
}

/** Reads a bounded body as text; null when it is too large. */
export async function boundedText(request: Request, maxBytes: number): Promise<string | null> {
  const { stream, exceeded } = await boundedBody(request, maxBytes);
  if (exceeded()) return null;
  // The runtime reads an unwrapped stream faster.
  if (stream === request.body) return await request.text();
  try {
    return await new Response(stream).text();
  } catch (error) {
    if (exceeded()) return null;
    throw error;
  }
}
