import { expect, test } from "vitest";
import { brand } from "~/brand";
import { DAY_MS } from "~/domain/days";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { securityText } from "~/http/securityText.server";
import { TEST_NOW } from "../support/testContext";

const settings = defaultSettings;
const siteUrl = "https://portal.example.com";
const fieldsAt = async (now: number) =>
  Object.fromEntries(
    (await securityText({ now, siteUrl, settings }).text())
      .trim()
      .split("\n")
      .map((line) => line.split(": ")),
  );

test("names contact, expiry, language and its own address once each", async () => {
  const response = securityText({ now: TEST_NOW, siteUrl, settings });
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect((await response.text()).trim().split("\n")).toEqual([
    `Contact: mailto:${brand.supportEmail}`,
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    "Preferred-Languages: en",
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ]);
});

test("expires within a year of any request and never before it", async () => {
  for (const days of [0, 1, 200, 365, 4000]) {
    const now = TEST_NOW + days * DAY_MS;
    const expires = Date.parse((await fieldsAt(now)).Expires!);
    expect(expires).toBeGreaterThan(now + 30 * DAY_MS);
    expect(expires).toBeLessThan(now + 365 * DAY_MS);
  }
});
