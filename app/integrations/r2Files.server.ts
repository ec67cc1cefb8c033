import type { Files } from "~/domain/ports/files";

/** All parts but the last must have equal size, at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;

const SCANNED = { scanned: "yes" };

/** The R2 implementation of the Files port. Missing objects read as null; store errors throw. */
export const r2Files = (bucket: R2Bucket): Files => ({
  put: async (key, body, contentType, scanned) => {
    const customMetadata = scanned ? SCANNED : undefined;
    await bucket.put(key, body, { httpMetadata: { contentType }, customMetadata });
  },
  putStream: async (key, body, contentType) => {
    const upload = await bucket.createMultipartUpload(key, { httpMetadata: { contentType } });
    const parts: R2UploadedPart[] = [];
    let size = 0;
    try {
      for await (const part of inParts(body)) {
        parts.push(await upload.uploadPart(parts.length + 1, part));
        size += part.byteLength;
      }
      await upload.complete(parts);
    } catch (error) {
      // Incomplete parts are billed until R2 drops them after a week.
      await upload.abort().catch(() => undefined);
      throw error;
    }
    return size;
  },
  get: async (key) => {
    const object = await bucket.get(key);
    return object && { body: object.body, size: object.size, scanned: object.customMetadata?.scanned === "yes" };
  },
  sizeOf: async (key) => (await bucket.head(key))?.size ?? null,
  list: async (after) => {
    const { objects, truncated } = await bucket.list(after === null ? {} : { startAfter: after });
    return {
      files: objects.length,
      bytes: objects.reduce((sum, { size }) => sum + size, 0),
      last: truncated ? (objects.at(-1)?.key ?? null) : null,
    };
  },
  delete: (keys) => bucket.delete(keys),
});

async function* inParts(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    for (let from = 0; from < chunk.byteLength; ) {
      const piece = chunk.subarray(from, from + PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.byteLength;
      from += piece.byteLength;
      if (filled < PART_BYTES) continue;
      yield part;
      part = new Uint8Array(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
