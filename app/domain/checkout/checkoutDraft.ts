import { and, eq, gt } from "drizzle-orm";
import { checkoutDrafts } from "~db/schema";
import { authorize } from "../access";
import { newToken } from "../accounts/newToken";
import { takeAttempt } from "../accounts/takeAttempt";
import type { Context } from "../context";
import { Invalid } from "../errors";

/** How long a visitor's typed checkout is kept, in ms. */
export const DRAFT_MS = 24 * 3_600_000;

/** Characters of a draft: a hundred times what a checkout holds, and far under what a row may. */
export const MAX_DRAFT = 100_000;
export const DRAFT_TOO_LARGE = "There is too much text in this form to keep while you sign in. Please shorten it.";

export type DraftForm = Record<string, string>;

/**
 * Keeps what a visitor typed while they sign in; answers the id that only their cookie will know. Nothing else proves whose
 * draft it is, nor whose its uploads are: it cannot be guessed from another one, as an id of the time could.
 * Throws Invalid for more than MAX_DRAFT characters, and TooMany: anybody may call it, and it writes.
 */
export async function keepCheckoutDraft(ctx: Context, serviceId: string, form: DraftForm): Promise<string> {
  authorize(ctx, "checkout.view");
  if (JSON.stringify(form).length > MAX_DRAFT) throw new Invalid(DRAFT_TOO_LARGE);
  await takeAttempt(ctx, "draft");
  const id = newToken();
  await ctx.db
    .insert(checkoutDrafts)
    .values({ id, serviceId, form, createdAt: ctx.now, expiresAt: ctx.now + DRAFT_MS });
  return id;
}

/** What was kept for this service, or null when there is nothing or it is over. */
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
