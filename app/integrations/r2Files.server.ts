import type { Files } from "~/domain/ports";

/** The object store behind the Files port. Reads of a missing object answer null; faults of the store throw. */
export const r2Files = (bucket: R2Bucket): Files => ({
  put: async (key, body, contentType) => void (await bucket.put(key, body, { httpMetadata: { contentType } })),
  get: async (key) => {
    const object = await bucket.get(key);
    return object && { body: object.body, size: object.size };
  },
  delete: (keys) => bucket.delete(keys),
});
