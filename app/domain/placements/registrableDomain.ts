import { getDomain } from "tldts";
import { completeWebAddress } from "../webAddress";

const ADDRESS = /^\d+(\.\d+){3}$/;

/**
 * The domain that one owner registers, of an address or a host: lower case, in punycode. A shared host such as
 * blogspot.com has one owner per name. Null for private hosts, IP addresses and text that is no address.
 */
export function registrableDomain(addressOrHost: string): string | null {
  const address = completeWebAddress(addressOrHost.trim());
  if (!address) return null;
  const host = new URL(address).hostname.replace(/\.$/, "");
  if (host.startsWith("[") || ADDRESS.test(host)) return null;
  return getDomain(host, { allowPrivateDomains: true }) ?? getDomain(host);
}
