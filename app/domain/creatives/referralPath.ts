/**
 * Returns the path for a referral link's `p`. undefined for the start page and for other sites, which referral links
 * never target (rules.md affiliates/redirect).
 */
export function referralPath(url: string, siteUrl: string): string | undefined {
  const target = new URL(url);
  if (target.origin !== new URL(siteUrl).origin) return undefined;
  const path = target.pathname + target.search + target.hash;
  return path === "/" ? undefined : path;
}
