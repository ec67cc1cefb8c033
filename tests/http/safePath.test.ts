import { expect, test } from "vitest";
import { paths, safePath, withoutStrayEnd } from "~/paths";

const SITE = "https://portal.example.com";

test.each([
  "",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "/\\/evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "https:evil.example",
  "https://evil.example",
  "https:/evil.example",
  "http://localhost:8788/orders",
  "HTTPS://EVIL.EXAMPLE",
  "//evil.example@portal.example.com",
  "/%09/evil.example",
  "/\t/evil.example",
  "\t//evil.example",
  " //evil.example",
  " /orders",
  "/%5Cevil.example",
  "/%5c%5cevil.example",
  "/%2F/evil.example",
  "/%2fevil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e%2e//evil.example",
  "@evil.example",
  ".evil.example",
  "evil.example",
  "orders",
  ":80/",
  "?x",
  "#x",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://portal.example.com/x",
  "/\r\nSet-Cookie: session=x",
  "/%0d%0aSet-Cookie: session=x",
  "/orders\u0000",
  "/%00",
  "/\u007f",
  "/%",
  "/%zz",
  "/%ff%fe",
  `/${"a".repeat(10_000)}`,
])("a hostile target becomes the home page: %j", (target) => {
  expect(safePath(target)).toBe("/");
  expect(safePath(target, "/services")).toBe("/services");
});

test.each([null, undefined])("a missing target becomes the home page: %s", (target) =>
  expect(safePath(target)).toBe("/"),
);

test.each([
  ["/", "/"],
  ["/orders?page=2&status=Working#top", "/orders?page=2&status=Working#top"],
  ["/services/MDFBQkM/checkout?utm_source=a%20b", "/services/MDFBQkM/checkout?utm_source=a%20b"],
  ["/orders?next=//evil.example", "/orders?next=//evil.example"],
  ["/orders/../clients", "/clients"],
  ["/a//b", "/a//b"],
  ["/søk", "/s%C3%B8k"],
])("keeps a path of this site: %s", (target, kept) => expect(safePath(target)).toBe(kept));

test("every kept path stays on the site when a browser resolves it", () => {
  const pieces = ["/", "\\", "//", "%2f", "%5c", "..", ".", "@", ":", "evil.example", "\t", "%09", "?", "#", "%", "a"];
  let kept = 0;
  for (const a of pieces)
    for (const b of pieces)
      for (const c of pieces)
        for (const d of pieces) {
          const path = safePath(a + b + c + d);
          if (path !== "/") kept++;
          expect(new URL(path, SITE).origin).toBe(SITE);
          expect(path).toMatch(/^\/(?![/\\])/);
        }
  expect(kept).toBeGreaterThan(100);
});

test("a link to sign-in encodes its way back as one value", () => {
  expect(paths.signIn("/orders?page=2&x=y#z")).toBe("/signin?redirectUrl=%2Forders%3Fpage%3D2%26x%3Dy%23z");
  expect(paths.signIn("/")).toBe("/signin");
});

test.each([
  ["/services/1/checkout.", "/services/1/checkout"],
  ["/services/1/checkout)", "/services/1/checkout"],
  ["/services/1/checkout),", "/services/1/checkout"],
  ["/services/1/checkout%20", "/services/1/checkout"],
  ["/services/1/checkout%E2%80%9D.", "/services/1/checkout"],
  ["/services/1/checkout%22%3E", "/services/1/checkout"],
  ["/shop/seo%E3%80%82", "/shop/seo"],
  ["/shop/seo%EF%BC%8C", "/shop/seo"],
  ["/shop/seo*", "/shop/seo"],
  ["/shop/seo'", "/shop/seo"],
  ["/shop/seo%C2%AB", "/shop/seo"],
  ["/shop/caf%C3%A9", "/shop/caf%C3%A9"],
  ["/shop/caf%C3%A9.", "/shop/caf%C3%A9"],
  ["/a/token-_", "/a/token-_"],
  ["/a/100%", "/a/100%"],
  ["/a/%ff.", "/a/%ff"],
  ["/shop/", "/shop/"],
  ["/r/AFF2026/)", "/r/AFF2026/"],
  ["/files/key%00", "/files/key%00"],
  ["/shop/seo%0D%0A", "/shop/seo"],
  [`/${".a".repeat(600)}.`, `/${".a".repeat(600)}.`],
])("cuts what does not belong to %.40s", (path, tidy) => expect(withoutStrayEnd(path)).toBe(tidy));
