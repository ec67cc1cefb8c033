import { and, eq, isNull } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { queueMail } from "../notifications/queueMail";
import { LINK_OF_ANOTHER_ADDRESS, SIGN_IN_LINK_OVER } from "./accountInputs";
import { LINK_MINUTES } from "./newSignInLink";

/** At most one lock-out mail is sent a day, so its link works until the next could come. */
export const LOCKOUT_HOURS = 24;

/** The link of the mail about a lock-out. It signs no one in: it only lets its owner request a sign-in link. */
interface LockoutLink {
  userId: string;
  /** When the mail was sent, ms UTC. */
  sentAt: number;
  mac: string;
}

export const lockoutText = ({ userId, sentAt }: Omit<LockoutLink, "mac">) => `${userId}:${sentAt}`;

const ownerOf = async (ctx: Context, link: LockoutLink) => {
  const { userId, sentAt, mac } = link;
  if (!Number.isSafeInteger(sentAt) || ctx.now >= sentAt + LOCKOUT_HOURS * 3_600_000) return undefined;
  if (!(await ctx.signer.isMac("lockout-link", lockoutText(link), mac))) return undefined;
  return await ctx.db
    .select({ emailFolded: users.emailFolded })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
};

/** True while the link works. Reading it changes nothing (rules.md accounts/mail-links). */
export async function canRequestLinkAfterLockout(ctx: Context, link: LockoutLink): Promise<boolean> {
  authorize(ctx, "account.signIn");
  return (await ownerOf(ctx, link)) !== undefined;
}

/**
 * Mails a new sign-in link to the owner of a locked account, whatever the limits of sign-ins and links have counted
 * (rules.md security/lockout); at most one while such a link lasts. Throws Invalid for a link that no longer works and,
 * on `email`, for another address, so that a forwarded mail opens no other account unnoticed.
 */
export async function requestLinkAfterLockout(ctx: Context, link: LockoutLink, email: string): Promise<void> {
  authorize(ctx, "account.signIn");
  const owner = await ownerOf(ctx, link);
  if (!owner) throw new Invalid(SIGN_IN_LINK_OVER);
  if (foldText(email) !== owner.emailFolded) throw new Invalid(LINK_OF_ANOTHER_ADDRESS, "email");
  const slot = Math.floor(ctx.now / (LINK_MINUTES * 60_000));
  await queueMail(ctx, { kind: "signInLink", userId: link.userId, redirectTo: "/" }, `locked:${link.userId}:${slot}`);
  ctx.after(() => ctx.publish.outboxWaiting());
}
