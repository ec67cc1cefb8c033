import { expect, test } from "vitest";
import { affiliateCodeOf, clickCookie, clickCookieName, clickOf } from "./clickCookie";

const SITE = "https://portal.example.com";
const SECRET = "a secret of the test";
const DAY = 24 * 60 * 60 * 1000;
const click = { id: "01KAJ0000000000000000000AA", affiliateCode: "AFF-2026", at: Date.parse("2026-11-21T12:00:00Z") };

const cookieOf = async (site = SITE, secret = SECRET) => (await clickCookie(click, site, secret)).split(";")[0]!;

test("a click is read back from among other cookies, for 90 days", async () => {
  const cookies = `session=a; ${await cookieOf()}; theme=dark`;
  expect(await clickOf(cookies, SITE, SECRET, click.at + 90 * DAY)).toEqual(click);
  expect(await clickOf(cookies, SITE, SECRET, click.at + 90 * DAY + 1)).toBeNull();
});

test("a forged or damaged cookie is no click", async () => {
  const genuine = await cookieOf();
  const forgeries = [
    genuine.replace("AFF-2026", "AFF-2027"),
    genuine.replace(String(click.at), String(click.at + DAY)),
    `${genuine.slice(0, -3)}AAA`,
    genuine.slice(0, -1),
    `${genuine}A`,
    genuine.slice(0, genuine.lastIndexOf(".")),
    await cookieOf(SITE, "another secret"),
    genuine.replace("__Host-click", "click"),
    "__Host-click=",
    "__Host-click=a.b.c.d",
    "",
  ];
  for (const forged of forgeries) expect(await clickOf(forged, SITE, SECRET, click.at), forged).toBeNull();
  expect(await clickOf(null, SITE, SECRET, click.at)).toBeNull();
});

test("the cookie has the __Host- prefix and Secure on https, neither on http://localhost", async () => {
  expect(clickCookieName(SITE)).toBe("__Host-click");
  expect(await clickCookie(click, SITE, SECRET)).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  const local = await clickCookie(click, "http://localhost:8788", SECRET);
  expect(local).toMatch(/^click=/);
  expect(local).not.toContain("Secure");
});

test.each([
  ["aff2026", "AFF2026"],
  ["A-1", "A-1"],
  ["ab", null],
  ["A".repeat(32), "A".repeat(32)],
  ["A".repeat(33), null],
  ["A_B_C", null],
  ["ÀÀÀ", null],
  ["", null],
])("affiliate code %s", (text, code) => {
  expect(affiliateCodeOf(text)).toBe(code);
});
