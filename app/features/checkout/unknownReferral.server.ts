import { redirectDocument } from "@remix-run/cloudflare";
import { isAffiliateCode } from "~/domain/affiliates/isAffiliateCode";
import type { Context } from "~/domain/context";
import { paths } from "~/paths";

/**
 * Leads a visitor whose checkout link names an affiliate through that affiliate's link and back. Returns what the page
 * says about a code that nobody has. Signed-in clients keep their affiliate.
 */
export async function unknownReferral(ctx: Context, { url }: Request): Promise<string[]> {
  const ref = new URL(url).searchParams.get("ref");
  if (!ref || ctx.actor.kind !== "anonymous") return [];
  if (await isAffiliateCode(ctx, ref)) throw redirectDocument(referredHere(url, ref), 302);
  return [`referral code “${ref.slice(0, 60)}”`];
}

/** The referral link that leads back to this address, without the code in it. */
function referredHere(address: string, code: string): string {
  const url = new URL(address);
  url.searchParams.delete("ref");
  return paths.referral(code, url.pathname + url.search);
}
