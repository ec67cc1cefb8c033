import { type ActorUser, type Context, userOf } from "../context";
import { Forbidden } from "../errors";

/** The message for customers outside the programme. */
export const NOT_ENABLED =
  "Your account is not enabled for the affiliate programme. Please contact the administrator or support.";

export type Affiliate = ActorUser & { affiliateCode: string };

/** True for a user with the affiliate flag and a code. */
export const isAffiliate = (user: ActorUser | null): user is Affiliate =>
  user !== null && user.role === "CUSTOMER" && user.affiliate && Boolean(user.affiliateCode);

/** Returns the calling affiliate. Throws Forbidden for everyone else. */
export function ownAffiliate(ctx: Pick<Context, "actor">): Affiliate {
  const user = userOf(ctx.actor);
  if (!isAffiliate(user)) throw new Forbidden(NOT_ENABLED);
  return user;
}
