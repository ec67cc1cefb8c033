import { expect, test } from "vitest";
import { registrableDomain } from "./registrableDomain";

test.each([
  ["https://www.Example.co.uk/a?b", "example.co.uk"],
  ["blog.example.com", "example.com"],
  ["EXAMPLE.COM.", "example.com"],
  ["https://münchen.de/straße", "xn--mnchen-3ya.de"],
  ["www.公司.cn", "www.xn--55qx5d.cn"],
  ["https://a.b.xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
  ["http://www.example.公司.cn", "example.xn--55qx5d.cn"],
  ["https://anna.blogspot.com/2024", "anna.blogspot.com"],
  ["https://news.anna.github.io", "anna.github.io"],
  ["https://blogspot.com", "blogspot.com"],
  ["https://news.publisher.example:8443", "publisher.example"],
])("of %s is %s", (text, domain) => {
  expect(registrableDomain(text)).toBe(domain);
});

test.each([
  "",
  "localhost",
  "http://localhost:3000",
  "printer.local",
  "wiki.internal",
  "10.0.0.1",
  "http://8.8.8.8/",
  "https://[2606:4700:4700::1111]/",
  "https://user@example.com",
  "ftp://example.com",
  "me@example.com",
  "com",
  "not a domain",
])("of %j is null", (text) => {
  expect(registrableDomain(text)).toBeNull();
});
