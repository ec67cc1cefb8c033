import { and, eq } from "drizzle-orm";
import { paths } from "~/paths";
import { twoFactors, users } from "~db/schema";
import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { UNDO_HOURS, undoText } from "./undoTwoFactor";

/**
 * The mail that two-factor sign-in was turned on, with a link that turns it off. Null when it is off already. The
 * caller must send it without storing it (rules.md security/no-secrets).
 */
export async function twoFactorMail(
  ctx: Pick<Context, "db" | "signer" | "siteUrl">,
  { userId, enabledAt, brandName }: { userId: string; enabledAt: number; brandName: string },
) {
  const user = await ctx.db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .innerJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(and(eq(users.id, userId), eq(twoFactors.enabledAt, enabledAt)))
    .get();
  if (!user) return null;
  const what = "Two-factor sign-in was turned on";
  const mac = await ctx.signer.mac("two-factor-undo", undoText({ userId, enabledAt }));
  return {
    to: user.email,
    subject: `${brandName}: ${what}`,
    ...mailBody({
      greeting: greeting(user.firstName),
      paragraphs: [
        `${what}. If this was you, you do not need to do anything.`,
        `If this was not you, turn it off within ${UNDO_HOURS} hours. All sessions end, and we email you a link to set a new password.`,
      ],
      action: { label: "Turn it off", url: ctx.siteUrl + paths.twoFactorUndo({ userId, enabledAt, mac }) },
      brand: { name: brandName },
    }),
  };
}
