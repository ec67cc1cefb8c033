import { expect, test } from "vitest";
import { senderAuthenticity } from "./senderAuthenticity";

const SERVER = "mx.cloudflare.net";
const judged = (...results: string[]) => senderAuthenticity(results, SERVER, "ada@mail.example.com");

test.each([
  ["a policy that holds", "mx.cloudflare.net; dkim=none; dmarc=pass header.from=mail.example.com; spf=none", "proven"],
  ["a comment before the properties", "mx.cloudflare.net; dmarc=pass (p=none) header.from=mail.example.com", "proven"],
  [
    "no policy and an own signature",
    "mx.cloudflare.net 1; dkim=pass header.d=example.com header.s=a; spf=none",
    "proven",
  ],
  ["no policy and an own server", "mx.cloudflare.net; dmarc=none; spf=pass smtp.mailfrom=x@mail.example.com", "proven"],
  [
    "a policy that fails",
    "mx.cloudflare.net; dkim=pass header.d=example.com; dmarc=fail header.from=example.com",
    "failed",
  ],
  ["a policy that could not be read", "mx.cloudflare.net; dkim=pass header.d=example.com; dmarc=temperror", "failed"],
  ["another domain's signature", "mx.cloudflare.net; dkim=pass header.d=example.org; dmarc=none", "failed"],
  ["a domain that ends alike", "mx.cloudflare.net; dkim=pass header.d=e.com; dmarc=none", "failed"],
  ["another server", "mx.example.org; dmarc=pass header.from=mail.example.com", "failed"],
  ["a server with our name in front", "mx.cloudflare.net.example.org; dmarc=pass", "failed"],
  ["words of the sender in a comment", "mx.cloudflare.net; spf=fail (by ; dmarc=pass x); dmarc=fail", "failed"],
  [
    "words of the sender in quotes",
    'mx.cloudflare.net; dmarc=none; spf=pass (domain of "a); dkim=pass header.d=mail.example.com; ("@example.org) smtp.mailfrom=x@example.org',
    "failed",
  ],
])("%s: %s is %s", (_, results, expected) => {
  expect(judged(results)).toBe(expected);
});

test("counts the topmost header alone, which the sender cannot write", () => {
  const genuine = "mx.cloudflare.net; dmarc=fail header.from=mail.example.com";
  expect(judged(genuine, "mx.cloudflare.net; dmarc=pass header.from=mail.example.com")).toBe("failed");
  expect(judged()).toBe("failed");
});

test("without a server of ours nothing is proven, and a failure counts", () => {
  expect(senderAuthenticity([], "", "ada@example.com")).toBe("unknown");
  expect(senderAuthenticity(["mx.example.org; dmarc=pass"], "", "ada@example.com")).toBe("unknown");
  expect(senderAuthenticity(["mx.example.org; dmarc=fail"], "", "ada@example.com")).toBe("failed");
});
