import { authorize } from "../access";
import { type UserRecord, userRecord } from "../accounts/userRecord";
import type { Context } from "../context";
import { NotFound } from "../errors";

/** A client's record for staff. Throws NotFound for anyone who is not a client. */
export async function findClient(ctx: Context, id: string): Promise<UserRecord> {
  authorize(ctx, "clients.read");
  const user = await userRecord(ctx, id).get();
  if (user?.role !== "CUSTOMER") throw new NotFound();
  return user;
}
