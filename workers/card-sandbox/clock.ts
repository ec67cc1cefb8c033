/** The portal's time in milliseconds: the real time plus the clock binding's offset. */
export async function portalNowMs(clock: Fetcher | undefined): Promise<number> {
  if (!clock) return Date.now();
  const response = await clock.fetch("http://clock/");
  const { offsetMs } = (await response.json()) as { offsetMs: number };
  return Date.now() + offsetMs;
}
