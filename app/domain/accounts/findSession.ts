import { and, eq, fillPlaceholders, isNotNull, isNull, sql } from "drizzle-orm";
import { batchRaw, type Db, type FlatSelect } from "~db/client.server";
import { named } from "~db/named";
import { sessions, subscriptions, twoFactors, users } from "~db/schema";
import type { Context } from "../context";
import { unreadOfUser } from "../notifications/unreadCount";

/**
 * An impersonation lasts no longer than the admin's own session and account (rules.md accounts/impersonation,
 * sessions/end).
 */
const adminIsThere = sql`(${sessions.impersonatorId} is null or exists (select 1 from sessions own join users admin on admin.id = own.user_id where own.id = ${sessions.impersonatorSessionId} and own.user_id = ${sessions.impersonatorId} and own.ended_at is null and admin.deleted_at is null and admin.role = 'ADMIN'))`;

const selectSession = (db: Db) =>
  db
    .select({
      session: {
        id: sessions.id,
        kind: sessions.kind,
        generation: sessions.generation,
        secretHash: sessions.secretHash,
        rotatedAt: sessions.rotatedAt,
        accessExpiresAt: sessions.accessExpiresAt,
        expiresAt: sessions.expiresAt,
        impersonatorId: sessions.impersonatorId,
        impersonatorSessionId: sessions.impersonatorSessionId,
      },
      user: {
        id: named(users.id, "person_id"),
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        role: users.role,
        privileges: users.privileges,
        affiliate: users.affiliate,
        affiliateCode: users.affiliateCode,
        photoKey: users.photoKey,
        firstLogin: users.firstLogin,
      },
      /** Set for staff only: whether they sign in with a second factor. */
      twoFactor:
        sql<number>`(${eq(users.role, "ADMIN")} and exists (select 1 from ${twoFactors} where ${eq(twoFactors.userId, users.id)} and ${isNotNull(twoFactors.enabledAt)}))`.as(
          "two_factor",
        ),
      unread: unreadOfUser.as("unread"),
      /** 1 when the person has a subscription, which adds Subscriptions to the menu. */
      subscribed: sql<number>`exists (select 1 from ${subscriptions} where ${eq(subscriptions.clientId, users.id)})`.as(
        "subscribed",
      ),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder("id")), isNull(sessions.endedAt), isNull(users.deletedAt), adminIsThere))
    .prepare();

type Statement = ReturnType<typeof selectSession>;
/** One prepared statement per database: building it takes as long as running it. */
const statements = new WeakMap<Db, Statement>();

export type FoundSession = NonNullable<Awaited<ReturnType<Statement["get"]>>>;

/**
 * Reads the session, its user and the unread count in one statement, because every signed-in request waits for it.
 * Returns undefined when the session has ended or the user was deleted.
 */
export async function findSession({ db }: Pick<Context, "db">, sessionId: string): Promise<FoundSession | undefined> {
  return await statementOf(db).get({ id: sessionId });
}

/** The session and the rows of `selects` in one round trip. The caller must check the session before it shows a row. */
export async function findSessionWith({ db }: Pick<Context, "db">, sessionId: string, selects: FlatSelect[]) {
  const statement = statementOf(db);
  const { sql: text, params } = statement.getQuery();
  const select = { toSQL: () => ({ sql: text, params: fillPlaceholders(params, { id: sessionId }) }) } as FlatSelect;
  const [results, ...rows] = await batchRaw(db, select, ...selects);
  const found = results.length > 0 ? (statement.mapGetResult({ results }, true) as FoundSession) : undefined;
  return { found, rows };
}

function statementOf(db: Db): Statement {
  const statement = statements.get(db) ?? selectSession(db);
  statements.set(db, statement);
  return statement;
}
