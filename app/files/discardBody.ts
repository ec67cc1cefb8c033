/** Bytes that are let in unread at most: above what any form or call of ours has. */
export const MAX_DISCARDED = 64 * 1024 * 1024;

/**
 * Lets what nobody looks at arrive, up to a limit: a sender that is cut off in the middle shows an error of its own instead
 * of the answer, and the next call on its connection fails. Nothing when it was read already.
 */
export async function discardBody({ body, bodyUsed }: Request, most = MAX_DISCARDED) {
  if (!body || bodyUsed || body.locked) return;
  const reader = body.getReader();
  for (let discarded = 0; discarded <= most; ) {
    const { done, value } = await reader.read();
    if (done) return;
    discarded += value.byteLength;
  }
  await reader.cancel();
}
