import type { Visit } from "~/domain/affiliates/visit";

const MAX_MESSAGES = 100;
// A queue accepts 256,000 bytes per batch; a character has at most three.
const MAX_CHARACTERS = 80_000;

/** Splits visits into batches that a queue accepts in one send. */
export function batchesOf(visits: readonly Visit[]): Visit[][] {
  const batches: Visit[][] = [];
  let characters = 0;
  for (const visit of visits) {
    const length = JSON.stringify(visit).length;
    const last = batches.at(-1);
    if (last && last.length < MAX_MESSAGES && characters + length <= MAX_CHARACTERS) {
      last.push(visit);
      characters += length;
    } else {
      batches.push([visit]);
      characters = length;
    }
  }
  return batches;
}
