/** So much an isolate keeps, in characters: a hundred pages and more, a small part of its memory. */
const MOST_KEPT = 8_000_000;

/** A page's text, cut where its nonce stands, and each part where its forms' seed stands. */
type Kept = string[][];

const cut = (page: string, [nonce, formSeed]: Asked["own"]): Kept =>
  page.split(nonce).map((part) => part.split(formSeed));
const filled = (page: Kept, [nonce, formSeed]: Asked["own"]) => page.map((part) => part.join(formSeed)).join(nonce);

/** By what they were drawn from, the one asked for longest ago first. */
const kept = new Map<string, Kept>();
let characters = 0;

const sizeOf = (madeOf: string, page: Kept) => page.flat().reduce((sum, part) => sum + part.length, madeOf.length);

function forget(madeOf: string) {
  const page = kept.get(madeOf);
  if (!page) return;
  kept.delete(madeOf);
  characters -= sizeOf(madeOf, page);
}

function keep(madeOf: string, page: Kept) {
  const size = sizeOf(madeOf, page);
  if (size > MOST_KEPT / 10) return;
  forget(madeOf);
  kept.set(madeOf, page);
  characters += size;
  for (const oldest of kept.keys()) {
    if (characters <= MOST_KEPT) return;
    forget(oldest);
  }
}

interface Asked {
  /** The address and all data that the page is drawn from. */
  madeOf: string;
  /** This answer's own, its nonce and the seed of its forms: they stand in another page's places. */
  own: readonly [nonce: string, formSeed: string];
  /** Whether what is kept is compared with what would be drawn. */
  check: boolean;
}

/**
 * The page drawn from the same data before, else the one that `draw` makes now. Drawing is most of a page's time, and
 * depends on nothing but the address and the data, which were read and allowed for this very request: whoever is given a
 * kept page would have been drawn the same one. With `check`, as in every run but production's, a page that takes
 * something from elsewhere (a clock, a module's memory) is a fault.
 */
export function keptPage({ madeOf, own, check }: Asked, draw: () => string): string {
  const known = kept.get(madeOf);
  if (known) keep(madeOf, known);
  if (known && !check) return filled(known, own);
  const page = draw();
  if (known && filled(known, own) !== page) throw new Error("A page is drawn from more than its address and data");
  keep(madeOf, cut(page, own));
  return page;
}
