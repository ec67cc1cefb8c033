import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Unauthenticated } from "../errors";
import { type UserRecord, userRecord } from "./userRecord";

/** The actor's own record (GET /user/detail). Throws Unauthenticated when it was deleted. */
export async function findCurrentUser(ctx: Context): Promise<UserRecord> {
  authorize(ctx, "account.current");
  const user = await userRecord(ctx, actorId(ctx)).get();
  if (!user) throw new Unauthenticated();
  return user;
}
