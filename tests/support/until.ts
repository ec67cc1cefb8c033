/** Polls until the result is truthy. Throws after `deadlineMs` and names `what`. */
export async function until<T>(what: string, ask: () => T | Promise<T>, deadlineMs = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as NonNullable<T>;
    if (Date.now() > end) throw new Error(`Timed out after ${deadlineMs} ms waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
