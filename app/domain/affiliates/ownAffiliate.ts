import { type ActorUser, type Context, userOf } from "../context";
import { Forbidden } from "../errors";

/** For whom the programme is not open. */
export const NOT_ENABLED =
  "Your account is not enabled for the affiliate programme. Please contact the administrator or support.";

export type Affiliate = ActorUser & { affiliateCode: string };

/** Whether somebody has the affiliate flag and a code. */
export const isAffiliate = (user: ActorUser | null): user is Affiliate =>
  user !== null && user.role === "CUSTOMER" && user.affiliate && Boolean(user.affiliateCode);

/** The affiliate who asks. Throws Forbidden for everybody else. */
export function ownAffiliate(ctx: Pick<Context, "actor">): Affiliate {
  const user = userOf(ctx.actor);
  if (!isAffiliate(user)) throw new Forbidden(NOT_ENABLED);
  return user;
}
