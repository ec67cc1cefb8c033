/**
 * The path of this site that a creative's address leads to, for the referral link's `p`; undefined for the start page
 * and for other sites, which a referral link never leads to (rules.md affiliates/redirect).
 */
export function referralPath(url: string, siteUrl: string): string | undefined {
  const target = new URL(url);
  if (target.origin !== new URL(siteUrl).origin) return undefined;
  const path = target.pathname + target.search + target.hash;
  return path === "/" ? undefined : path;
}
