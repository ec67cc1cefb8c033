import { authorize } from "../access";
import { actorId, type Context, isStaff } from "../context";
import { NotFound } from "../errors";
import { type UserRecord, userRecord } from "./userRecord";

/**
 * Any user for staff, and the own record for a customer (GET /user/detail/{id}). Throws NotFound for an unknown or
 * deleted user, and for a customer who asks for another id.
 */
export async function findUser(ctx: Context, id: string): Promise<UserRecord> {
  authorize(ctx, "account.detail");
  if (!isStaff(ctx.actor) && actorId(ctx) !== id) throw new NotFound();
  const user = await userRecord(ctx, id).get();
  if (!user) throw new NotFound();
  return user;
}
