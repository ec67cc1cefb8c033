import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { deletionRequests, users } from "~db/schema";
import { authorize } from "../access";
import { closeSockets } from "../accounts/closeSockets";
import { endSessionsOf } from "../accounts/endSession";
import { revokeSignInMethods } from "../accounts/revokeSignInMethods";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { type RunResult, runEach } from "../payments/runEach";
import { erasureSteps } from "./erasureSteps";

/** Requests that one run works on. */
const MAX_PER_RUN = 10;

type DeletionRequest = typeof deletionRequests.$inferSelect;

/**
 * Erases the people whose 14 days have ended (rules.md privacy/erasure). Each step is a series of bounded
 * statements that can be repeated: a run that is killed, or has used its share, is continued by the next one.
 */
export async function erasePeople(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const due = await ctx.db
    .select()
    .from(deletionRequests)
    .where(
      and(isNull(deletionRequests.undoneAt), isNull(deletionRequests.finishedAt), lte(deletionRequests.dueAt, ctx.now)),
    )
    .orderBy(asc(deletionRequests.dueAt), asc(deletionRequests.id))
    .limit(MAX_PER_RUN);
  return await runEach(due, (request) => erasePerson(ctx, request), onFailure);
}

async function erasePerson(ctx: Context, request: DeletionRequest): Promise<void> {
  const startedAt = request.startedAt ?? (await closeAccount(ctx, request));
  if (startedAt === null) return;
  const person = await ctx.db.select().from(users).where(eq(users.id, request.clientId)).get();
  if (!person) return;
  const erasure = { requestId: request.id, startedAt, person };
  for (const { name, run } of erasureSteps) {
    if (request.steps.includes(name)) continue;
    if (!(await run(ctx, erasure))) return;
    await ctx.db
      .update(deletionRequests)
      .set({ steps: sql`json_insert(${deletionRequests.steps}, '$[#]', ${name})` })
      .where(
        and(
          eq(deletionRequests.id, request.id),
          sql`not exists (select 1 from json_each(${deletionRequests.steps}) where value = ${name})`,
        ),
      );
  }
  await ctx.db
    .update(deletionRequests)
    .set({ finishedAt: ctx.now })
    .where(and(eq(deletionRequests.id, request.id), isNull(deletionRequests.finishedAt)));
}

/** Nobody signs in or undoes the request from now on. Returns when, or null when it was undone meanwhile. */
async function closeAccount(ctx: Context, { id, clientId }: DeletionRequest): Promise<number | null> {
  const { db, now } = ctx;
  try {
    await atomicBatch(db, [
      db
        .update(deletionRequests)
        .set({ startedAt: now })
        .where(and(eq(deletionRequests.id, id), isNull(deletionRequests.undoneAt), isNull(deletionRequests.startedAt))),
      assertRowsChanged(db),
      db
        .update(users)
        .set({ deletedAt: now, passwordHash: null, version: sql`${users.version} + 1` })
        .where(and(eq(users.id, clientId), eq(users.role, "CUSTOMER"), isNull(users.deletedAt))),
      assertRowsChanged(db),
      ...revokeSignInMethods(ctx, clientId),
      endSessionsOf(ctx, clientId, "account deleted"),
      historyStatement(ctx, { entity: "user", entityId: clientId, action: "Account deleted", changes: [] }),
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) return null;
    throw error;
  }
  closeSockets(ctx, clientId);
  return now;
}
