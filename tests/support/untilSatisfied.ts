/** Polls until `satisfies` accepts the result. Throws with the last result after `deadlineMs`. */
export async function untilSatisfied<T>(ask: () => Promise<T>, satisfies: (answer: T) => boolean, deadlineMs = 20_000) {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Not reached in ${deadlineMs} ms; last seen: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
