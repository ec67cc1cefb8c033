import { and, asc, eq, isNull } from "drizzle-orm";
import { fullName } from "~/format/names";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

export interface AssigneeOption {
  id: string;
  name: string;
  email: string;
}

/** The team members who can be assigned to an order, by name (GET /admin/dropDown). */
export async function assigneeOptions(ctx: Context): Promise<AssigneeOption[]> {
  authorize(ctx, "team.options");
  const people = await ctx.db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), isNull(users.deletedAt)))
    .orderBy(asc(users.firstNameFolded), asc(users.lastNameFolded), asc(users.id));
  return people.map(({ id, email, ...name }) => ({ id, email, name: fullName(name) }));
}
