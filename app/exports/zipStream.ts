import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { Conflict } from "~/domain/errors";
import type { EvidenceFile } from "~/domain/evidence/evidenceFile";

/** Higher levels save little and take much longer. */
const LEVEL = 3;
/** What a zip without its 64-bit extension can hold, which some readers do not know. */
const MAX_FILES = 65_535;
const MAX_BYTES = 0xffff_ffff;

/**
 * Streams files as a zip. Memory holds one piece of one file. An error while reading ends the stream. `madeAt` in ms
 * UTC. Throws Conflict with `tooLarge` beyond what one zip can hold.
 */
export function zipStream(
  files: AsyncIterable<EvidenceFile>,
  madeAt: number,
  tooLarge: string,
): ReadableStream<Uint8Array> {
  const pieces = zipped(files, madeAt, tooLarge);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

async function* zipped(
  files: AsyncIterable<EvidenceFile>,
  madeAt: number,
  tooLarge: string,
): AsyncGenerator<Uint8Array, undefined> {
  const ready: Uint8Array[] = [];
  let fault: Error | null = null;
  let bytes = 0;
  const zip = new Zip((error, piece) => {
    if (error) fault = error;
    else if (piece.length > 0) ready.push(piece);
  });
  function* written() {
    if (fault) throw fault;
    for (const piece of ready.splice(0)) {
      bytes += piece.length;
      if (bytes > MAX_BYTES) throw new Conflict(tooLarge);
      yield piece;
    }
  }
  let count = 0;
  for await (const { name, body, packed } of files) {
    if (++count > MAX_FILES) throw new Conflict(tooLarge);
    const entry = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: LEVEL });
    entry.mtime = madeAt;
    zip.add(entry);
    for await (const piece of body) {
      entry.push(piece);
      yield* written();
    }
    entry.push(new Uint8Array(0), true);
    yield* written();
  }
  zip.end();
  yield* written();
}
