/**
 * Polls until `satisfies` accepts the result: by default a truthy one. Throws after `deadlineMs` with the last result.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  { satisfies = Boolean, deadlineMs = 30_000 }: { satisfies?: (answer: T) => boolean; deadlineMs?: number } = {},
): Promise<NonNullable<T>> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer as NonNullable<T>;
    if (Date.now() > end)
      throw new Error(`Timed out after ${deadlineMs} ms waiting for ${what}; last seen: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
