export const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export interface Compared {
  /** Median over the rounds of A over B. */
  ratio: number;
  a: number;
  b: number;
}

/**
 * Measures two things in turn, A B B A in each round, so that a machine that grows slower or faster meanwhile wrongs
 * neither. One unmeasured turn of each comes first.
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
