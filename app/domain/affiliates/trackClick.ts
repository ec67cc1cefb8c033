import { z } from "zod";
import { withoutStrayEnd } from "~/paths";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { affiliateCodeOf } from "../attribution/clickCookie";
import type { Context } from "../context";

const INVALID_CODE = "Affiliate code is not valid";

/** A click reported by a page. Long values are truncated, as in the redirect. */
export const TrackInput = z.object({
  affiliateCode: z
    .string({ error: INVALID_CODE })
    .transform((text) => affiliateCodeOf(withoutStrayEnd(text.trim())))
    .refine((code) => code !== null, INVALID_CODE)
    .transform((code) => code ?? ""),
  referrerUrl: z.string().nullish(),
  userAgent: z.string().nullish(),
});

/**
 * Records a click with the redirect's code: queues the visit and returns the Set-Cookie header for the click
 * (rules.md affiliates/visits). The code's owner is looked up later. At most 60 calls per minute and address
 * (rules.md security/limits).
 */
export async function trackClick(
  ctx: Context,
  input: z.output<typeof TrackInput>,
  cookies: string | null,
): Promise<string> {
  authorize(ctx, "affiliates.track");
  await consumeRateLimit(ctx, "track");
  return await ctx.referrals.click({
    code: input.affiliateCode,
    landingPath: "/",
    referrer: input.referrerUrl ?? "",
    userAgent: input.userAgent ?? ctx.userAgent,
    cookies,
  });
}
