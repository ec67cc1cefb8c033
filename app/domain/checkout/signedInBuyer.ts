import { type ActorUser, type Context, userOf } from "../context";
import { Unauthenticated } from "../errors";

/** The person who buys; the customer, while an admin acts as one. Throws Unauthenticated for anybody else. */
export function signedInBuyer(ctx: Pick<Context, "actor">): ActorUser {
  const user = userOf(ctx.actor);
  if (!user) throw new Unauthenticated();
  return user;
}
