/** Asks again until the answer is truthy, and fails at the deadline with what was waited for. */
export async function until<T>(what: string, ask: () => T | Promise<T>, deadlineMs = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as NonNullable<T>;
    if (Date.now() > end) throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
