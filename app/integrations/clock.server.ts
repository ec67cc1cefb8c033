/**
 * The time that this part lives in, in ms UTC, read once per request or event.
 * Production has no CLOCK binding; the local run has one, so that tests can move the time of every part at once.
 */
export async function readClock(env: { CLOCK?: Fetcher }): Promise<number> {
  if (!env.CLOCK) return Date.now();
  const answer = await env.CLOCK.fetch("http://clock/");
  const { offsetMs } = (await answer.json()) as { offsetMs: number };
  return Date.now() + offsetMs;
}
