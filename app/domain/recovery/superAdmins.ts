import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";

/** The people responsible for the portal's money. The caller must authorize. */
export const superAdmins = (ctx: Pick<Context, "db">) =>
  ctx.db
    .select({ id: users.id, email: users.email, firstName: users.firstName, timeZone: users.timeZone })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.privileges, "SuperAdmin"), isNull(users.deletedAt)));
