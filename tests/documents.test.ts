import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const decisions = readdirSync("docs/decisions").filter((name) => name !== "README.md");
const pages = ["README.md", "docs/deploy.md", "docs/benchmarks.md", "docs/decisions/README.md"];
const linksOf = (page: string) =>
  [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => join(dirname(page), link!));

test("every link of the documents leads to a file", () => {
  const all = [...pages, ...decisions.map((name) => `docs/decisions/${name}`)];
  const broken = all.flatMap((page) =>
    linksOf(page)
      .filter((link) => !existsSync(link))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("every decision stands in their list", () => {
  expect(linksOf("docs/decisions/README.md").sort()).toEqual(decisions.map((name) => `docs/decisions/${name}`).sort());
});
