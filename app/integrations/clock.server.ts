/**
 * The portal's clock in ms UTC, read once per request or event. Only the local run has a CLOCK binding, so tests can
 * move the time of every part together.
 */
export async function readClock(env: { CLOCK?: Fetcher }): Promise<number> {
  if (!env.CLOCK) return Date.now();
  const answer = await env.CLOCK.fetch("http://clock/");
  const { offsetMs } = (await answer.json()) as { offsetMs: number };
  return Date.now() + offsetMs;
}
