import { blockReader } from "./blockReader";

/** Bytes. More than any form or call of the portal sends. */
export const MAX_DISCARDED = 64 * 1024 * 1024;

/**
 * Reads and drops an unused body up to a limit. If it were cut off, the client would report a network error instead
 * of the response, and the next call on its connection would fail. No-op when the body was read.
 */
export async function discardBody({ body, bodyUsed }: Request) {
  if (!body || bodyUsed || body.locked) return;
  const reader = blockReader(body);
  for (let discarded = 0; discarded <= MAX_DISCARDED; ) {
    const { done, value } = await reader.read();
    if (done) return;
    discarded += value?.byteLength ?? 0;
  }
  await reader.cancel();
}
