import type { PageReading, WantedLink } from "./pageLook";
import { ALL_LINKS, type PageParser, pageParser, plainLinksTo } from "./pageParser";

/** Read on after the link was found, for what surrounds it. */
const BEYOND_LINK = 32_768;
/** A charset is declared in the first 1,024 bytes. */
const DECLARED_WITHIN = 1_024;

/** The page and what was read of its bytes. */
export interface ReadPage {
  page: PageReading;
  body: Uint8Array;
  /** The name of the charset that decodes it. */
  charset: string;
}

interface Answered {
  /** Where the page was read. */
  url: string;
  headers: Headers;
  stream: ReadableStream<Uint8Array>;
  /** Ends the reading. */
  signal: AbortSignal;
}

/**
 * Reads a page as it arrives, by the runtime's HTMLRewriter: of all its links two are kept, so memory is bounded by
 * `maxBytes`. Stops soon after a link that keeps everything that was agreed. Rejects when the stream breaks off.
 */
export async function readPage(answer: Answered, wanted: WantedLink, maxBytes: number): Promise<ReadPage> {
  const links = plainLinksTo(wanted.targetUrl);
  const parser = pageParser(answer, wanted, links);
  const { body, charset, truncated } = await readBody(answer, parser, maxBytes);
  let page = parser.finish();
  if (!parser.isKept() && links !== ALL_LINKS) {
    // The link may be there in another spelling, or its text on another link.
    const thorough = pageParser(answer, wanted, ALL_LINKS);
    await drain(thorough, decoderOf(charset).decode(body));
    page = thorough.finish();
  }
  return { page: { ...page, truncated, size: body.byteLength }, body, charset };
}

/** The output, a chunk for each tag, is dropped by the runtime. */
const drain = async ({ rewriter }: PageParser, page: BodyInit) =>
  void (await rewriter.transform(new Response(page)).arrayBuffer());

/** Sends the page through the parser as it arrives, and keeps its bytes. */
async function readBody({ headers, stream, signal }: Answered, parser: PageParser, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  let foundAt: number | null = null;
  const source = stream.getReader();
  let charset = charsetOf(headers.get("Content-Type") ?? "", "");
  let decoder: TextDecoder | null = null;
  const encoder = new TextEncoder();
  const utf8 = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (parser.isKept()) foundAt ??= size;
      const enough = foundAt !== null && size > foundAt + BEYOND_LINK;
      if (enough || size >= maxBytes) {
        truncated = true;
        controller.close();
        return await source.cancel();
      }
      const { done, value } = await within(signal, source.read()).catch((error: unknown) => {
        void source.cancel().catch(() => {});
        // The link was seen, so the rest does not matter.
        if (parser.isKept()) return { done: true as const, value: undefined };
        throw error;
      });
      if (done) {
        const rest = decoder?.decode();
        if (rest) controller.enqueue(encoder.encode(rest));
        return controller.close();
      }
      const chunk = value.subarray(0, maxBytes - size);
      chunks.push(chunk);
      size += chunk.byteLength;
      if (!decoder) {
        charset = charsetOf(headers.get("Content-Type") ?? "", latin1(chunk.subarray(0, DECLARED_WITHIN)));
        decoder = decoderOf(charset);
      }
      controller.enqueue(encoder.encode(decoder.decode(chunk, { stream: true })));
    },
  });
  await drain(parser, utf8);
  return { body: joined(chunks, size), charset, truncated };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Rejects with the signal's reason as soon as it is aborted, whatever the stream does. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** By the header, else by the page's own declaration, else UTF-8. */
function charsetOf(contentType: string, start: string): string {
  const declared = /charset\s*=\s*["']?\s*([\w-]+)/i;
  return (
    (declared.exec(contentType) ?? declared.exec(/<meta\b[^>]*charset[^>]*>/i.exec(start)?.[0] ?? ""))?.[1] ?? "utf-8"
  );
}

/** UTF-8 for a charset that nobody knows. */
export function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
