import { and, asc, eq, isNull } from "drizzle-orm";
import { fullName } from "~/format/names";
import { named } from "~db/named";
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
  return toAssignees(await selectAssignees(ctx));
}

/** The same for the caller's batch, which must authorize. */
export const selectAssignees = ({ db }: Pick<Context, "db">) =>
  db
    .select({
      id: users.id,
      firstName: named(users.firstName, "firstName"),
      lastName: named(users.lastName, "lastName"),
      email: users.email,
    })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), isNull(users.deletedAt)))
    .orderBy(asc(users.firstNameFolded), asc(users.lastNameFolded), asc(users.id));

export const toAssignees = (people: { id: string; email: string; firstName: string; lastName: string }[]) =>
  people.map(({ id, email, ...name }): AssigneeOption => ({ id, email, name: fullName(name) }));
