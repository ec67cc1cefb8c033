import { and, eq } from "drizzle-orm";
import { paths } from "~/paths";
import { twoFactors, users } from "~db/schema";
import type { Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { UNDO_HOURS, undoText } from "./undoTwoFactor";

/**
 * The mail that two-factor sign-in was turned on, with a link that turns it off. Null when it is off already. The
 * caller must send it without storing it (rules.md security/no-secrets).
 */
export async function twoFactorMail(
  ctx: Pick<Context, "db" | "signer" | "siteUrl" | "settings">,
  { userId, enabledAt }: { userId: string; enabledAt: number },
) {
  const user = await ctx.db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .innerJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(and(eq(users.id, userId), eq(twoFactors.enabledAt, enabledAt)))
    .get();
  if (!user) return null;
  const mac = await ctx.signer.mac("two-factor-undo", undoText({ userId, enabledAt }));
  return {
    to: user.email,
    ...composeMail(ctx, "twoFactorOn", {
      firstName: user.firstName,
      values: { hours: String(UNDO_HOURS) },
      action: { label: "Turn it off", url: ctx.siteUrl + paths.twoFactorUndo({ userId, enabledAt, mac }) },
    }),
  };
}
