import { z } from "zod";

const MAX_LENGTH = 2000;
const LOCAL_NAMES = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/**
 * Whether a text is an address on the public web: http or https, no user or password, no private, loopback, link-local
 * or reserved range in any notation (rules.md forms/web-address). Read, never fetched.
 */
export function isPublicWebAddress(text: string): boolean {
  if (text.length > MAX_LENGTH || !/^https?:\/\//i.test(text) || /\s/.test(text)) return false;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  if (url.username || url.password) return false;
  // The parser has turned decimal, octal, hexadecimal and short notations into four numbers.
  const host = url.hostname.replace(/\.$/, "").toLowerCase();
  if (host.startsWith("[")) return isPublicIpv6(host.slice(1, -1));
  if (/^\d+(\.\d+){3}$/.test(host)) return isPublicIpv4(host.split(".").map(Number));
  return host.includes(".") && host.length <= 253 && !LOCAL_NAMES.test(host);
}

function isPublicIpv4([a = 0, b = 0, c = 0]: number[]): boolean {
  return !(
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  );
}

/** Global unicast alone (2000::/3), without the ranges that wrap an IPv4 address or are for documents. */
function isPublicIpv6(host: string): boolean {
  const first = Number.parseInt(host.split(":")[0] || "0", 16);
  if (first < 0x2000 || first > 0x3fff) return false;
  return first !== 0x2002 && !/^2001:(0?:|db8:)/.test(host);
}

/** A required web address with the fixed messages 'URL is required', 'URL is not valid'. */
export const webAddressField = z
  .string({ error: "URL is required" })
  .trim()
  .min(1, "URL is required")
  .refine((text) => text === "" || isPublicWebAddress(text), "URL is not valid");
