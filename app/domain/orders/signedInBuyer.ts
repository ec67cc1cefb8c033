import { type ActorUser, type Context, userOf } from "../context";
import { Unauthenticated } from "../errors";

/** The signed-in user who buys, or the customer an admin acts as. Throws Unauthenticated for anyone else. */
export function signedInBuyer(ctx: Pick<Context, "actor">): ActorUser {
  const user = userOf(ctx.actor);
  if (!user) throw new Unauthenticated();
  return user;
}
