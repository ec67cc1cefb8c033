import { expect, test, vi } from "vitest";
import { keptPage } from "~/http/keptPages.server";

/** A page of its data and this answer's nonce, which says how often it was drawn. */
function aPage(text: string) {
  const draw = vi.fn();
  const ask = (nonce: string, { madeOf = text, check = false } = {}) =>
    keptPage({ madeOf, own: [nonce, `seed-${nonce}`], check }, () => {
      draw();
      return `<script nonce="${nonce}">${text}</script><script nonce="${nonce}"></script>`;
    });
  return { ask, draw };
}

test("a page is drawn once for the same address and data, with the nonce of each answer", () => {
  const { ask, draw } = aPage("/a {}");
  expect(ask("first")).toBe('<script nonce="first">/a {}</script><script nonce="first"></script>');
  expect(ask("second")).toBe('<script nonce="second">/a {}</script><script nonce="second"></script>');
  expect(draw).toHaveBeenCalledTimes(1);
  ask("third", { madeOf: "/a {other}" });
  expect(draw).toHaveBeenCalledTimes(2);
});

test("outside production a kept page is drawn again, and one that comes out otherwise is a fault", () => {
  const { ask, draw } = aPage("/checked {}");
  ask("first", { check: true });
  expect(ask("second", { check: true })).toContain('nonce="second"');
  expect(draw).toHaveBeenCalledTimes(2);
  const other = aPage("/checked {} at another time");
  expect(() => other.ask("third", { madeOf: "/checked {}", check: true })).toThrow("more than its address and data");
});

test("what was asked for longest ago goes first, and a page of extraordinary length is not kept", () => {
  // With its data each takes 600,000 characters: thirteen are kept.
  const pages = Array.from({ length: 16 }, (_, index) => aPage(`${index} `.padEnd(300_000, "x")));
  for (const { ask } of pages.slice(0, 4)) ask("n");
  pages[0]!.ask("n");
  for (const { ask } of pages.slice(4)) ask("n");
  const drawnAgain = [0, 15, 4, 1].map((index) => {
    pages[index]!.ask("n");
    return pages[index]!.draw.mock.calls.length;
  });
  expect(drawnAgain).toEqual([1, 1, 1, 2]);

  const long = aPage("y".repeat(500_000));
  long.ask("n");
  long.ask("n");
  expect(long.draw).toHaveBeenCalledTimes(2);
});
