const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const LOCAL = /^(localhost|127\.0\.0\.1)(:|$)/;

/**
 * The origin of a site's address, as a policy of the browser names it; null for anything else. A host alone means
 * https. Plain http is for the own computer.
 */
export function siteOrigin(address: string): string | null {
  const full = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(full)) return null;
  const { protocol, host, origin, username } = new URL(full);
  if (username || !HOST.test(host) || (!host.includes(".") && !LOCAL.test(host))) return null;
  return protocol === "https:" || (protocol === "http:" && LOCAL.test(host)) ? origin : null;
}
