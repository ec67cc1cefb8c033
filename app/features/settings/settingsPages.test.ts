import { expect, test } from "vitest";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { pages } from "~/pages";
import { settingsLinkOf } from "./settingsPages";

test("every row of the settings leads to the page that saves it", () => {
  const keys = Object.keys(defaultSettings).filter((key) => key !== "revision");
  const known = Object.values(pages).map(({ path }) => path);
  for (const key of keys) expect(known, key).toContain(settingsLinkOf(key)?.href);
  expect(settingsLinkOf("testMail")).toBeUndefined();
});
