import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import { orders, services, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { selectTags } from "./orderTags";
import type { Tag } from "./tagColors";

export interface OrderFilterOptions {
  services: { id: string; name: string }[];
  /** Team members by name; deleted ones are marked. */
  assignees: { id: string; name: string }[];
  tags: Tag[];
}

/**
 * The filter choices of the staff order list. Includes archived services, which old orders refer to, and deleted team
 * members who still have orders to reassign.
 */
export async function orderFilterOptions(ctx: Context): Promise<OrderFilterOptions> {
  authorize(ctx, "orders.edit");
  const [offered, people, offeredTags] = await ctx.db.batch([
    ctx.db
      .select({ id: services.id, name: services.name })
      .from(services)
      .orderBy(asc(services.nameFolded), asc(services.id)),
    ctx.db
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, deletedAt: users.deletedAt })
      .from(users)
      .where(
        and(
          eq(users.role, "ADMIN"),
          or(isNull(users.deletedAt), sql`exists (select 1 from ${orders} where ${orders.assignedToId} = ${users.id})`),
        ),
      )
      .orderBy(asc(users.firstNameFolded), asc(users.lastNameFolded), asc(users.id)),
    selectTags(ctx),
  ]);
  const assignees = people.map(({ id, deletedAt, ...name }) => ({
    id,
    name: deletedAt === null ? fullName(name) : `${fullName(name)} (deleted)`,
  }));
  return { services: offered, assignees, tags: offeredTags };
}
