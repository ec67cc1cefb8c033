import { sql } from "drizzle-orm";
import { securityEvents } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";

export interface LastSignIns {
  /** The sign-in before the newest one, which is usually this session's. */
  previous: SignInMoment | null;
  failed: SignInMoment | null;
}

export interface SignInMoment {
  /** ms UTC. */
  at: number;
  address: string | null;
  userAgent: string;
}

/** The actor's own last sign-in before this one, and the last failed one. */
export async function lastSignIns(ctx: Context): Promise<LastSignIns> {
  authorize(ctx, "account.security");
  const newest = (kind: "signedIn" | "signInFailed", offset: number) =>
    ctx.db
      .select({ at: securityEvents.createdAt, address: securityEvents.address, userAgent: securityEvents.userAgent })
      .from(securityEvents)
      // Literal, so that the planner uses the partial index.
      .where(sql`user_id = ${actorId(ctx)} and kind = ${sql.raw(`'${kind}'`)} and user_id is not null`)
      .orderBy(sql`id desc`)
      .limit(1)
      .offset(offset);
  const [signedIn, failed] = await ctx.db.batch([newest("signedIn", 1), newest("signInFailed", 0)]);
  return { previous: signedIn[0] ?? null, failed: failed[0] ?? null };
}
