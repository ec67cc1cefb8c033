import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { users } from "~db/schema";
import { actorId, type Context } from "../context";
import { Conflict } from "../errors";

const LAST_SUPER_ADMIN = "There must be at least one super admin";

/**
 * Matches a team account that the actor may delete or demote: not their own, and not the last super admin (rules.md
 * team/safeguards). Part of the update statement, so two super admins cannot remove each other concurrently.
 */
export function mayBeLowered(ctx: Pick<Context, "actor">, id: string): SQL | undefined {
  const another = sql`exists (select 1 from users other where other.role = 'ADMIN' and other.privileges = 'SuperAdmin' and other.deleted_at is null and other.id <> ${id})`;
  return and(ne(users.id, actorId(ctx)), or(isNull(users.privileges), ne(users.privileges, "SuperAdmin"), another));
}

/** The error after an update that changed no row: the last super admin's, else `otherwise`. */
export async function refusalOf(ctx: Pick<Context, "db">, id: string, otherwise: Error): Promise<Error> {
  const row = await ctx.db
    .select({
      last: sql<number>`not exists (select 1 from users other where other.role = 'ADMIN' and other.privileges = 'SuperAdmin' and other.deleted_at is null and other.id <> ${id})`,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), eq(users.privileges, "SuperAdmin")))
    .get();
  return row?.last ? new Conflict(LAST_SUPER_ADMIN) : otherwise;
}
