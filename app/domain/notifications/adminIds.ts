import { and, eq, inArray, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";

/** Those who may move money: Admins and super admins. */
export async function adminIds({ db }: Pick<Context, "db">): Promise<string[]> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), inArray(users.privileges, ["Admin", "SuperAdmin"]), isNull(users.deletedAt)));
  return admins.map(({ id }) => id);
}
