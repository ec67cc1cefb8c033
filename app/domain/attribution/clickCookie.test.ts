import { expect, test } from "vitest";
import { secretSigner } from "~/integrations/signer.server";
import { affiliateCodeOf, clickCookie, clickCookieName, clickMac, noClickCookie, readClick } from "./clickCookie";

const SITE = "https://portal.example.com";
const SECRET = "a secret of the test, long enough for the signer";
const DAY = 24 * 60 * 60 * 1000;
const click = { id: "01KAJ0000000000000000000AA", affiliateCode: "AFF-2026", at: Date.parse("2026-11-21T12:00:00Z") };
const mac = clickMac(SECRET);
const signer = secretSigner({ SESSION_SECRET: "a session secret of the test, long enough", CLICK_SECRET: SECRET });
const isMac = (payload: string, given: string) => signer.isMac("click", payload, given);

const cookieOf = async (site = SITE, secret = SECRET) =>
  (await clickCookie(click, site, clickMac(secret))).split(";")[0]!;

test("reads a click for 90 days and reports an older one as expired", async () => {
  const cookies = `session=a; ${await cookieOf()}; theme=dark`;
  expect(await readClick(cookies, SITE, isMac, click.at + 90 * DAY)).toEqual({ state: "sound", click });
  expect(await readClick(cookies, SITE, isMac, click.at + 90 * DAY + 1)).toEqual({ state: "expired", click });
});

test("signs the same at the edge and in the portal", async () => {
  const portal = (payload: string) => signer.mac("click", payload);
  expect(await clickCookie(click, SITE, portal)).toBe(await clickCookie(click, SITE, mac));
});

test("tells forged and damaged cookies from absent ones", async () => {
  const genuine = await cookieOf();
  const forgeries = [
    genuine.replace("AFF-2026", "AFF-2027"),
    genuine.replace(String(click.at), String(click.at + DAY)),
    genuine.replace(click.id, "01KAJ0000000000000000000AB"),
    `${genuine.slice(0, -3)}AAA`,
    genuine.slice(0, -1),
    `${genuine}A`,
    genuine.slice(0, genuine.lastIndexOf(".")),
    await cookieOf(SITE, "another secret, also long enough for the signer"),
    "__Host-click=a.b.c.d",
    `__Host-click=${"A".repeat(10_000)}`,
  ];
  for (const forged of forgeries)
    expect(await readClick(forged, SITE, isMac, click.at), forged).toEqual({ state: "forged" });
  for (const absent of [null, "", "__Host-click=", genuine.replace("__Host-click", "click"), noClickCookie(SITE)])
    expect(await readClick(absent, SITE, isMac, click.at)).toEqual({ state: "none" });
});

const clicked = async (affiliateCode: string, at: number, cookies: string | null = null) =>
  (await clickCookie({ ...click, affiliateCode, at }, SITE, mac, cookies)).split(";")[0]!;
const codesIn = async (cookies: string, now = click.at) => {
  const read = await readClick(cookies, SITE, isMac, now);
  return read.state === "sound" ? [read.click, ...(read.earlier ?? [])].map(({ affiliateCode }) => affiliateCode) : [];
};

test("keeps the clicks before with other codes, at most three in all", async () => {
  let cookies = "";
  for (const code of ["ONE", "TWO", "ONE", "THREE", "FOUR"]) cookies = await clicked(code, click.at, cookies);
  expect(await codesIn(cookies)).toEqual(["FOUR", "THREE", "ONE"]);
  expect(await codesIn(await clicked("THREE", click.at, `a=b; ${cookies}; c=d`))).toEqual(["THREE", "FOUR", "ONE"]);
});

test("an earlier click that is forged, damaged or expired is left out", async () => {
  const old = await clicked("OLD", click.at - 91 * DAY);
  expect(await codesIn(await clicked("NEW", click.at, old))).toEqual(["NEW"]);
  const forged = (await clicked("GOOD", click.at)).replace("GOOD", "EVIL");
  expect(await codesIn(await clicked("NEW", click.at, forged))).toEqual(["NEW"]);
  for (const damaged of ["__Host-click=~~~", "__Host-click=a~b", `__Host-click=${"~A".repeat(5000)}`])
    expect(await codesIn(await clicked("NEW", click.at, damaged))).toEqual(["NEW"]);
});

test("a click put in front of a genuine one does not hide it", async () => {
  const genuine = (await clicked("GOOD", click.at)).replace("__Host-click=", "");
  expect(await codesIn(`__Host-click=altered~${genuine}`)).toEqual(["GOOD"]);
});

test("uses the __Host- prefix and Secure on https only", async () => {
  expect(clickCookieName(SITE)).toBe("__Host-click");
  expect(await clickCookie(click, SITE, mac)).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  const local = await clickCookie(click, "http://localhost:8788", mac);
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
  ["straße", null],
  ["aıb", null],
  ["AFF\n", null],
  ["AFF 2026", null],
  ["", null],
])("normalizes or rejects the affiliate code %j", (text, code) => {
  expect(affiliateCodeOf(text)).toBe(code);
});
