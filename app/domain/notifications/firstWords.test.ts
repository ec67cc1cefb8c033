import { expect, test } from "vitest";
import { renderRichText } from "~/richtext/renderRichText";
import { firstWords } from "./firstWords";

test.each([
  ["**Hello** & _welcome_\n\nto <b>us</b>", "“Hello & welcome to us”"],
  ["Look at https://example.com/a and example.org or me@example.net", "“Look at [link] and [link] or [link]”"],
  ["Version 1.5 is done.", "“Version 1.5 is done.”"],
  ["word ".repeat(40), `“${"word ".repeat(16).trim()}…”`],
  ["x".repeat(200), `“${"x".repeat(80)}…”`],
])("quotes %j as %j", (source, words) => {
  expect(firstWords(renderRichText(source))).toBe(words);
});
