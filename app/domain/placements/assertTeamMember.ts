import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";
import { Invalid } from "../errors";

/** Throws Invalid unless the id belongs to a current team member. Null and undefined pass. */
export async function assertTeamMember(ctx: Context, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const member = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, "ADMIN"), isNull(users.deletedAt)))
    .get();
  if (!member) throw new Invalid("Choose a team member", "assignedToId");
}
