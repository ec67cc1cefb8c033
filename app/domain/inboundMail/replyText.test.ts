import { expect, test } from "vitest";
import { QUOTE_INTRODUCTION, QUOTED_FROM_HERE, replyText } from "./replyText";

const own = { addresses: ["no-reply@example.com", "reply+abc@reply.example.com"], name: "Acme Portal" };
const of = (text: string) => replyText(text, own);

test.each([
  [
    "a date that ends with a colon",
    "We start on 27/11/2026:\n- the first article",
    "We start on 27/11/2026:\n- the first article",
  ],
  ["a list with headings", "From: the office\nTo: the airport", "From: the office\nTo: the airport"],
  [
    "a line that names us",
    "I wrote to no-reply@example.com twice.\nNo answer.",
    "I wrote to no-reply@example.com twice.\nNo answer.",
  ],
  ["a rule between paragraphs", "First.\n\n---\n\nSecond.", "First.\n\n---\n\nSecond."],
  ["a dash line far above the end", `--\n${"line\n".repeat(20)}end`, `--\n${"line\n".repeat(20)}end`],
  ["a sentence about a phone", "It looks broken on my iPhone", "It looks broken on my iPhone"],
])("keeps %s", (_, text, expected) => {
  expect(of(text)).toBe(expected);
});

test.each([
  [
    "an introduction over three lines",
    "Yes.\n\nOn Fri, Nov 27, 2026\nat 10:02 AM Acme Portal\n<no-reply@example.com> wrote:\n\nHello Ada,",
  ],
  ["an introduction by the name alone", "Yes.\n\nLe 27/11/2026 à 10:02, Acme Portal a écrit :\n\n> Hello"],
  ["a language that no rule knows", "Yes.\n\nNa 27.11.2026 10:02 kiriutti Someone:\n> Hello\n> Ada"],
  ["bold headers", "Yes.\n\n*From:* Acme Portal <no-reply@example.com>\n*Sent:* Friday\n*To:* Ada\n\nHello Ada,"],
  ["a marked beginning", `Yes.\n\n${QUOTED_FROM_HERE}\nFrom someone else`],
  ["a marked introduction", `Yes.\n\n${QUOTE_INTRODUCTION}Someone:\n> Hello`],
  ["quotations of quotations", "Yes.\n\n> Hello\n>\n>> Earlier\n>> words\n"],
  ["app and signature", "Yes.\n\nSent from my Galaxy\n\n-- \nAda"],
])("cuts %s", (_, text) => {
  expect(of(text)).toBe("Yes.");
});

// A cost that grows with the square of the length would take minutes.
test.each([
  ["separators", "-----x-----\n"],
  ["introductions", "On 1 no-reply@example.com:\n> a\n"],
  ["header lines", "From: me\n"],
  ["quotations", "> a\nb 1:\n"],
  ["dashes", `${"-".repeat(2_000)}\n`],
  ["marks", `${QUOTE_INTRODUCTION}1:\n> a\n`],
])("reads 400,000 characters of %s", (_, line) => {
  expect(of(line.repeat(Math.ceil(400_000 / line.length))).length).toBeGreaterThanOrEqual(0);
});
