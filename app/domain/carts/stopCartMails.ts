import { paths } from "~/paths";
import { atomicBatch, PreconditionFailed } from "~db/client.server";
import { notificationChoices } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";

interface CartUnsubscribe {
  userId: string;
  mac: string;
}

/** The path of the mail's link, which works for good: a person unsubscribes from an old mail too. */
export const cartUnsubscribeLink = async ({ signer }: Pick<Context, "signer">, userId: string) =>
  paths.unsubscribe({ userId, mac: await signer.mac("cart-unsubscribe", userId) });

/** True for a link of ours. Reading it changes nothing (rules.md accounts/mail-links). */
export async function canStopCartMails(ctx: Context, { userId, mac }: CartUnsubscribe): Promise<boolean> {
  authorize(ctx, "carts.unsubscribe");
  return await ctx.signer.isMac("cart-unsubscribe", userId, mac);
}

/**
 * Ends the mails about unpaid checkouts of the person of the link, until they choose them again on /profile. Throws
 * NotFound for a forged link and an account that does not exist.
 */
export async function stopCartMails(ctx: Context, link: CartUnsubscribe): Promise<void> {
  if (!(await canStopCartMails(ctx, link))) throw new NotFound();
  const noMail = { inApp: false, email: false };
  await atomicBatch(ctx.db, [
    ctx.db
      .insert(notificationChoices)
      .values({ userId: link.userId, kind: "cart", ...noMail })
      .onConflictDoUpdate({ target: [notificationChoices.userId, notificationChoices.kind], set: noMail }),
  ]).catch((error) => {
    throw error instanceof PreconditionFailed ? new NotFound() : error;
  });
}
