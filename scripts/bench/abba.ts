export const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export interface Compared {
  /** Median of A over B across the rounds. */
  ratio: number;
  a: number;
  b: number;
}

/**
 * Measures two things alternately, A B B A per round, so that drift of the machine affects both. Each runs once
 * unmeasured first.
 */
export async function abba(
  measureA: () => Promise<number>,
  measureB: () => Promise<number>,
  rounds = 3,
): Promise<Compared> {
  await measureA();
  await measureB();
  const ratios: number[] = [];
  const all = { a: [] as number[], b: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const firstA = await measureA();
    const firstB = await measureB();
    const secondB = await measureB();
    const secondA = await measureA();
    ratios.push((firstA + secondA) / (firstB + secondB));
    all.a.push(firstA, secondA);
    all.b.push(firstB, secondB);
  }
  return { ratio: median(ratios), a: median(all.a), b: median(all.b) };
}
