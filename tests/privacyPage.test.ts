import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGE, privacyPage } from "../scripts/privacyPage";

test("docs/privacy.md lists every table as the code knows it", () => {
  const page = readFileSync(PAGE, "utf8");
  expect(page, "run npx tsx scripts/privacyPage.ts").toBe(privacyPage(page));
  expect(page.match(/^\| `/gm)?.length).toBeGreaterThan(70);
});
