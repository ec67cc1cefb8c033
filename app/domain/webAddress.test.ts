import { expect, test } from "vitest";
import { completeWebAddress, isPublicWebAddress, webAddressField } from "./webAddress";

test.each([
  "https://example.com",
  "http://example.com:8080/a?b=c#d",
  "HTTPS://EXAMPLE.COM",
  "https://münchen.example",
  "https://8.8.8.8/",
  "https://172.15.0.1",
  "https://172.32.0.1",
  "https://[2606:4700:4700::1111]/",
])("accepts %s as public", (address) => {
  expect(isPublicWebAddress(address)).toBe(true);
});

test.each([
  "",
  "example.com",
  "//example.com",
  "ftp://example.com",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  "https://user@example.com",
  "https://user:pass@example.com",
  "https://exa mple.com",
  "http://localhost",
  "http://LOCALHOST.",
  "http://a.localhost",
  "http://printer",
  "http://nas.local",
  "http://vault.internal",
  "http://127.0.0.1",
  "http://127.1",
  "http://2130706433",
  "http://0x7f000001",
  "http://0177.0.0.1",
  "http://127.0.0.1.",
  "http://①②⑦.0.0.1",
  "http://0.0.0.0",
  "http://10.1.2.3",
  "http://172.16.0.1",
  "http://172.31.255.255",
  "http://192.168.1.1",
  "http://169.254.169.254/latest/meta-data",
  "http://100.64.0.1",
  "http://224.0.0.1",
  "http://255.255.255.255",
  "http://[::1]",
  "http://[::]",
  "http://[::ffff:127.0.0.1]",
  "http://[::ffff:7f00:1]",
  "http://[64:ff9b::7f00:1]",
  "http://[2002:7f00:1::]",
  "http://[2001::1]",
  "http://[fe80::1]",
  "http://[fc00::1]",
  "http://[fd12:3456::1]",
  `https://example.com/${"a".repeat(2000)}`,
])("refuses %s", (address) => {
  expect(isPublicWebAddress(address)).toBe(false);
});

test("the field shows the fixed messages", () => {
  const messageOf = (value: unknown) => webAddressField.safeParse(value).error?.issues.map((issue) => issue.message);
  expect(messageOf(undefined)).toEqual(["URL is required"]);
  expect(messageOf("  ")).toEqual(["URL is required"]);
  expect(messageOf("http://10.0.0.1")).toEqual(["URL is not valid"]);
  expect(messageOf(" https://example.com ")).toBeUndefined();
});

test.each([
  ["https://example.com/a", "https://example.com/a"],
  ["example.com", "https://example.com"],
  ["www.example.com:8080/a?b#c", "https://www.example.com:8080/a?b#c"],
  ["//example.com/a", "https://example.com/a"],
  ["münchen.example/straße", "https://münchen.example/straße"],
  ["例え.テスト", "https://例え.テスト"],
  ["a.xn--p1ai?b", "https://a.xn--p1ai?b"],
])("completes %s", (text, address) => {
  expect(completeWebAddress(text)).toBe(address);
});

test.each([
  "",
  "example",
  "not an address",
  "me@example.com",
  "mailto:me@example.com",
  "javascript:alert(1)",
  "ftp://example.com",
  "10.0.0.1",
  "8.8.8.8",
  "printer.local/a",
  "=HYPERLINK(a.example)",
  "N.A.",
  "1.5",
  `${"a.".repeat(1000)}example`,
])("completes nothing in %j", (text) => {
  expect(completeWebAddress(text)).toBeNull();
});
