import { z } from "zod";

const MAX_LENGTH = 2000;
const LOCAL_NAMES = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/**
 * True for a public web address: http or https, no user or password, and no private, loopback, link-local or reserved
 * range in any notation (rules.md forms/web-address). The address is parsed, never fetched.
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
  // The URL parser has normalized decimal, octal, hexadecimal and short notations to four numbers.
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

/** Only global unicast (2000::/3), without ranges that embed an IPv4 address or are reserved for documentation. */
function isPublicIpv6(host: string): boolean {
  const first = Number.parseInt(host.split(":")[0] || "0", 16);
  if (first < 0x2000 || first > 0x3fff) return false;
  return first !== 0x2002 && !/^2001:(0?:|db8:)/.test(host);
}

/** A required web address. The messages are fixed: 'URL is required', 'URL is not valid'. */
export const webAddressField = z
  .string({ error: "URL is required" })
  .trim()
  .min(1, "URL is required")
  .refine((text) => text === "" || isPublicWebAddress(text), "URL is not valid");

const DOMAIN_FIRST = /^[\p{L}\p{M}\p{N}_.-]+\.(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)\.?(?::\d+)?(?:[/?#]|$)/iu;

/** The public web address that a person wrote, with https:// in front if only that is missing; else null. */
export function completeWebAddress(text: string): string | null {
  if (isPublicWebAddress(text)) return text;
  const rest = text.replace(/^\/\//, "");
  if (rest.length > MAX_LENGTH || !DOMAIN_FIRST.test(rest)) return null;
  const address = `https://${rest}`;
  return isPublicWebAddress(address) ? address : null;
}
