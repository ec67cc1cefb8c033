interface ClockEnv {
  CLOCK?: Fetcher;
}

/**
 * The portal's clock in ms UTC, read once per request or event. Only the local run has a CLOCK binding, so tests can
 * move the time of every part together.
 */
export const readClock = async (env: ClockEnv): Promise<number> => await localClock(env);

/** Longest sleep: the local clock may be moved meanwhile. */
const NAP_MS = 1_000;

/** Waits until a time in ms UTC. The local clock may jump there instead. */
export async function waitUntil(env: ClockEnv, at: number): Promise<void> {
  for (let now = await localClock(env, at); now < at; now = await localClock(env, at))
    await new Promise((resolve) => setTimeout(resolve, Math.min(at - now, NAP_MS)));
}

async function localClock({ CLOCK }: ClockEnv, awaited?: number): Promise<number> {
  if (!CLOCK) return Date.now();
  const answer = await CLOCK.fetch(
    "http://clock/",
    awaited === undefined ? undefined : { method: "POST", body: JSON.stringify({ awaited }) },
  );
  const { offsetMs } = (await answer.json()) as { offsetMs: number };
  return Date.now() + offsetMs;
}
