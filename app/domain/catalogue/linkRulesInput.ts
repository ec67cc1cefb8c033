import { z } from "zod";
import { toOneLine } from "~/format/cleanText";
import type { LinkRules } from "./linkRules";
import { versionNumber } from "./serviceInput";

const MAX_WORDS = 500;
const MAX_WORD = 100;
const LINKS = "Enter a number from 1 to 1000";

/** The words as people write them: a line each, 'casino = Gambling'. */
const wordLines = z
  .string()
  .max(2 * MAX_WORDS * MAX_WORD, "The list is too long")
  .default("")
  .transform((text, issues): LinkRules["words"] => {
    const lines = text.split(/\r\n?|\n/).map(toOneLine);
    const words: LinkRules["words"] = [];
    for (const [index, line] of lines.entries()) {
      if (line === "") continue;
      const at = line.indexOf("=");
      const [word, priceClass] = [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()];
      const fits = [word, priceClass].every((part) => part.length <= MAX_WORD);
      if (at < 0 || word === "" || priceClass === "" || !fits)
        issues.addIssue(
          `Line ${index + 1}: write a word, = and its price class, each of at most ${MAX_WORD} characters`,
        );
      words.push({ word, priceClass });
    }
    if (words.length > MAX_WORDS) issues.addIssue(`At most ${MAX_WORDS} words`);
    return words;
  });

/** What a service says about links that are ordered by list (rules.md preflight/codes). */
export const LinkRulesInput = z.object({
  version: versionNumber.optional(),
  words: wordLines,
  linksPerPage: z.number({ error: LINKS }).int(LINKS).min(1, LINKS).max(1000, LINKS),
});
export type LinkRulesInput = z.output<typeof LinkRulesInput>;

export const wordsText = (words: LinkRules["words"]) =>
  words.map(({ word, priceClass }) => `${word} = ${priceClass}`).join("\n");
