import { and, asc, eq, isNull } from "drizzle-orm";
import { fullName } from "~/format/names";
import { services, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

export interface OrderFilterOptions {
  services: { id: string; name: string }[];
  /** Team members, by name. */
  assignees: { id: string; name: string }[];
}

/** What the staff's order list can be filtered by: every service, archived ones too, as old orders name them. */
export async function orderFilterOptions(ctx: Context): Promise<OrderFilterOptions> {
  authorize(ctx, "orders.edit");
  const [offered, people] = await ctx.db.batch([
    ctx.db
      .select({ id: services.id, name: services.name })
      .from(services)
      .orderBy(asc(services.nameFolded), asc(services.id)),
    ctx.db
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(and(eq(users.role, "ADMIN"), isNull(users.deletedAt)))
      .orderBy(asc(users.firstNameFolded), asc(users.lastNameFolded), asc(users.id)),
  ]);
  return { services: offered, assignees: people.map(({ id, ...name }) => ({ id, name: fullName(name) })) };
}
