import { expect, test } from "vitest";
import { renderRichText } from "./renderRichText";

const LENGTH = 20_000;
const MOST = 20;
const textOf = (pattern: string) => pattern.repeat(Math.ceil(LENGTH / pattern.length)).slice(0, LENGTH);

/** Processor microseconds of one rendering: the least of several, because other work only adds. */
function costOf(source: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage();
    renderRichText(source);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, user + system);
  }
  return least;
}

test.each([
  "*a_",
  "**a_",
  "*a_*",
  "*_*a",
  "_*a",
  "~~a~",
  "[",
  "![",
  "[a](",
  "[a][",
  "`",
  "``a`",
  "<",
  "<a ",
  "<!--",
  "&",
  ">",
  "> - ",
  "- ",
  "1. ",
  "www.",
  "http://",
  "https://a.b/(",
  "\\",
  "a\n",
  "# ",
  "|a|b|\n",
  "***",
])("renders %j repeated at most 20 times slower than plain text", (pattern) => {
  expect(costOf(textOf(pattern))).toBeLessThanOrEqual(MOST * costOf(textOf("Plain words of a message.\n")));
});
