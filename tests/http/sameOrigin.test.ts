import { expect, test } from "vitest";
import { fromOurPages } from "~/http/sameOrigin.server";

const SITE = "https://portal.example.com";
const ask = (method: string, headers: Record<string, string>) =>
  fromOurPages(new Request(`${SITE}/orders`, { method, headers }), SITE);

/** An Origin must be of the same host. Then Sec-Fetch-Site decides if present, else the Origin. */
test.each<[Record<string, string>, boolean]>([
  [{ "Sec-Fetch-Site": "same-origin" }, true],
  [{ "Sec-Fetch-Site": "none" }, true],
  [{ "Sec-Fetch-Site": "same-site" }, false],
  [{ "Sec-Fetch-Site": "cross-site" }, false],
  [{ "Sec-Fetch-Site": "anything" }, false],
  [{ "Sec-Fetch-Site": "cross-site", Origin: SITE }, false],
  [{ "Sec-Fetch-Site": "same-site", Origin: SITE }, false],
  [{ "Sec-Fetch-Site": "same-origin", Origin: SITE }, true],
  [{ "Sec-Fetch-Site": "same-origin", Origin: "null" }, true],
  [{ "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" }, false],
  [{ "Sec-Fetch-Site": "same-origin", Origin: "no address" }, false],
  [{ "Sec-Fetch-Site": "same-origin", Origin: SITE, "X-Forwarded-Host": "evil.example" }, false],
  [{ Origin: SITE, "X-Forwarded-Host": "evil.example, portal.example.com" }, false],
  [{ Origin: SITE }, true],
  [{ Origin: "https://evil.example" }, false],
  [{ Origin: "http://portal.example.com" }, false],
  [{ Origin: "https://portal.example.com.evil.example" }, false],
  [{ Origin: "https://portal.example.com:8443" }, false],
  [{ Origin: "https://sub.portal.example.com" }, false],
  [{ Origin: "null" }, false],
  [{ Referer: `${SITE}/orders` }, false],
  [{ Host: "portal.example.com" }, false],
  [{}, false],
])("an unsafe request with %j: %s", (headers, allowed) => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) expect(ask(method, headers)).toBe(allowed);
});

test("safe methods are allowed from any origin", () => {
  for (const method of ["GET", "HEAD"]) expect(ask(method, { "Sec-Fetch-Site": "cross-site" })).toBe(true);
});
