import { and, eq, gt } from "drizzle-orm";
import { checkoutDrafts } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { newToken } from "../accounts/newToken";
import type { Context } from "../context";
import { Invalid } from "../errors";

/** How long a visitor's checkout draft is kept, in ms. */
export const DRAFT_MS = 24 * 3_600_000;

/** Characters in a draft: a list of a thousand links, and well below D1's row limit. */
export const MAX_DRAFT = 400_000;
export const DRAFT_TOO_LARGE = "There is too much text in this form to keep while you sign in. Please shorten it.";

export type DraftForm = Record<string, string>;

/**
 * Saves a checkout form while its buyer signs in or enters a list. Returns a random id for their cookie; it alone
 * proves who owns the draft and its uploads, so it must not be guessable. Throws Invalid above MAX_DRAFT characters,
 * and TooMany because anyone can call it.
 */
export async function keepCheckoutDraft(ctx: Context, serviceId: string, form: DraftForm): Promise<string> {
  authorize(ctx, "checkout.view");
  if (JSON.stringify(form).length > MAX_DRAFT) throw new Invalid(DRAFT_TOO_LARGE);
  await consumeRateLimit(ctx, "draft");
  const id = newToken();
  const clientId = ctx.actor.kind === "user" && ctx.actor.user.role === "CUSTOMER" ? ctx.actor.user.id : null;
  await ctx.db
    .insert(checkoutDrafts)
    .values({ id, serviceId, form, createdAt: ctx.now, expiresAt: ctx.now + DRAFT_MS, clientId });
  return id;
}

/** The saved form for this service, or null when there is none or it has expired. */
export async function readCheckoutDraft(ctx: Context, id: string, serviceId: string): Promise<DraftForm | null> {
  authorize(ctx, "checkout.view");
  const row = await ctx.db
    .select({ form: checkoutDrafts.form })
    .from(checkoutDrafts)
    .where(
      and(eq(checkoutDrafts.id, id), eq(checkoutDrafts.serviceId, serviceId), gt(checkoutDrafts.expiresAt, ctx.now)),
    )
    .get();
  return (row?.form as DraftForm | undefined) ?? null;
}
