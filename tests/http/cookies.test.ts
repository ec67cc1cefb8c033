import { expect, test } from "vitest";
import { cookieNames, readCookie, writeCookie } from "~/http/cookies.server";
import { clearSessionCookie, setSessionCookie } from "~/http/pageSession.server";
import { portalCookie, setToast, takeToast } from "~/http/portalRequest.server";
import { limitedAddress } from "~/http/requestContext.server";
import { aPortal } from "../support/portal";
import { testContext } from "../support/testContext";

const proof = { sessionId: "01ARZ3NDEKTSV4RRFFQ69G5FAV", generation: 1, secret: "s".repeat(43) };
const portalAt = (siteUrl: string, cookie = "") =>
  aPortal(
    testContext(undefined as never, undefined, { siteUrl }),
    new Request(siteUrl, { headers: { Cookie: cookie } }),
  );
const parts = (cookie: string | undefined) => (cookie ?? "").split("; ");

test("on https the session cookie is __Host-, Secure, HttpOnly and Lax", () => {
  const portal = portalAt("https://portal.example.com");
  setSessionCookie(portal, proof);
  const [pair, ...flags] = parts(portal.setCookies[0]);
  expect(pair).toMatch(/^__Host-session=/);
  expect(flags.sort()).toEqual(["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax", "Secure"]);
});

test("on http://localhost the session cookie has no prefix and no Secure", () => {
  const portal = portalAt("http://localhost:8788");
  setSessionCookie(portal, proof);
  const [pair, ...flags] = parts(portal.setCookies[0]);
  expect(pair).toMatch(/^session=/);
  expect(flags.sort()).toEqual(["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax"]);
});

test.each([
  ["checkout=a", true],
  ["theme=dark; click=a; browser=a", undefined],
  ["", undefined],
])("an answer that read %j is personal: %s", (cookie, personal) => {
  const portal = portalAt("http://localhost:8788", cookie);
  for (const name of ["checkout", "theme", "click", "browser"] as const) portalCookie(portal, name);
  expect(portal.personal).toBe(personal);
});

test("sets and clears every cookie with the __Host- prefix on https", () => {
  for (const name of Object.values(cookieNames("https://portal.example.com"))) expect(name).toMatch(/^__Host-/);
  const portal = portalAt("https://portal.example.com");
  clearSessionCookie(portal);
  expect(parts(portal.setCookies[0])).toEqual(expect.arrayContaining(["__Host-session=", "Max-Age=0", "Secure"]));
});

test.each([
  ["session=a", "a"],
  ["x=1; session=a; y=2", "a"],
  ["xsession=b; session=a", "a"],
  ["session=a; session=b", "a"],
  ["session=a%20b", "a b"],
  ["session=%zz", null],
  ["session", null],
  ["", null],
  ["__Host-session=a", null],
])("%j contains the session %j", (cookie, value) => {
  expect(readCookie(new Request("http://localhost/", { headers: { Cookie: cookie } }), "session")).toBe(value);
});

test("a value cannot add an attribute or a second cookie", () => {
  const cookie = writeCookie("https://portal.example.com", "x", "a; Domain=evil.example\r\nSet-Cookie: y=1", 1);
  expect(cookie).not.toMatch(/[\r\n]/);
  expect(parts(cookie)).toHaveLength(6);
});

test("shows a toast once, and only when the portal wrote it", async () => {
  const writer = portalAt("http://localhost:8788");
  await setToast(writer, { tone: "success", text: "Saved; ä" });
  const cookie = parts(writer.setCookies[0])[0]!;
  const reader = portalAt("http://localhost:8788", cookie);
  expect(await takeToast(reader)).toEqual({ tone: "success", text: "Saved; ä" });
  expect(reader.setCookies[0]).toMatch(/^toast=;.*Max-Age=0/);
  for (const forged of [
    cookie.replace("Saved", "Call"),
    `toast=${encodeURIComponent('x.{"tone":"info","text":"x"}')}`,
    "toast=x",
  ])
    expect(await takeToast(portalAt("http://localhost:8788", forged))).toBeNull();
});

test.each([
  [{ "CF-Connecting-IP": "203.0.113.7" }, "203.0.113.7"],
  [{ "CF-Connecting-IP": "203.0.113.7", "X-Forwarded-For": "127.0.0.1", "X-Real-IP": "::1" }, "203.0.113.7"],
  [{ "CF-Connecting-IP": "2001:db8::1" }, "2001:db8::1"],
  [{ "CF-Connecting-IP": "127.0.0.1" }, null],
  [{ "CF-Connecting-IP": "::1" }, null],
  [{ "CF-Connecting-IP": "::ffff:127.0.0.1" }, null],
  [{ "CF-Connecting-IP": "::1:2" }, "::1:2"],
  [{ "X-Forwarded-For": "203.0.113.7", Forwarded: "for=203.0.113.7" }, null],
])("rate limits count %j as %j", (headers, address) => {
  expect(limitedAddress(new Request("http://localhost/", { headers: headers as Record<string, string> }))).toBe(
    address,
  );
});
