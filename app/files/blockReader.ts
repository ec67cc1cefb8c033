/** Bytes. A body arrives in chunks of 4 kB, and a hand-over to script costs as much for a large one. */
const BLOCK_BYTES = 256 * 1024;

interface BlockReader {
  /** The last block may come with `done`. */
  read(): Promise<{ done: boolean; value?: Uint8Array }>;
  cancel(): Promise<void>;
}

interface WorkerdReader extends BlockReader {
  readAtLeast?(bytes: number, view: Uint8Array): Promise<{ done: boolean; value?: Uint8Array }>;
}

/** Reads a request body in large blocks where the platform can, which takes a tenth of the time. */
export function blockReader(body: ReadableStream<Uint8Array>): BlockReader {
  const reader = byteReader(body);
  if (!reader?.readAtLeast) {
    (reader as { releaseLock(): void } | null)?.releaseLock();
    return body.getReader();
  }
  return {
    read: () => reader.readAtLeast!(BLOCK_BYTES, new Uint8Array(BLOCK_BYTES)),
    cancel: () => reader.cancel(),
  };
}

function byteReader(body: ReadableStream<Uint8Array>): WorkerdReader | null {
  try {
    return body.getReader({ mode: "byob" }) as unknown as WorkerdReader;
  } catch {
    // A stream that was made from other values, as in tests.
    return null;
  }
}
