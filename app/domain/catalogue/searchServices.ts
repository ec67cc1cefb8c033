import { foldText } from "~db/foldText";
import { searchWords } from "~db/searchWords";

/** What a service is found by. */
interface SearchedService {
  id: string;
  name: string;
  description: string;
  /** Names of its packages. */
  packages: string;
}

/** A shorter word differs by one letter from too many others. */
const MIN_TYPO = 4;

/**
 * The ids of the services that contain each word of the text in name, description or packages, those with all words in
 * the name first. When none does, one wrong, missing, added or swapped letter a word is forgiven
 * (rules.md catalogue/search).
 */
export function searchServices(services: readonly SearchedService[], text: string): string[] {
  const words = searchWords(text);
  const folded = services.map(({ id, name, description, packages }) => ({
    id,
    name: foldText(name),
    all: foldText(`${name} ${description} ${packages}`),
  }));
  const matching = (has: (haystack: string, word: string) => boolean) => {
    const all = folded.filter((one) => words.every((word) => has(one.all, word)));
    const named = all.filter((one) => words.every((word) => has(one.name, word)));
    return [...named, ...all.filter((one) => !named.includes(one))].map(({ id }) => id);
  };
  const exact = matching((haystack, word) => haystack.includes(word));
  return exact.length > 0 ? exact : matching(hasAlmost);
}

const hasAlmost = (haystack: string, word: string) =>
  haystack.includes(word) ||
  (word.length >= MIN_TYPO && haystack.split(/[^\p{L}\p{N}]+/u).some((other) => isOneEditAway(word, other)));

/** True when one letter replaced, left out, added or swapped with its neighbour makes one word the other. */
function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
