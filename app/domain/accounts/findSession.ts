import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "~db/client.server";
import { named } from "~db/named";
import { notifications, sessions, subscriptions, users } from "~db/schema";
import type { Context } from "../context";

/** An impersonation lasts no longer than the admin's own session and account (decision R5, quality S2). */
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
      unread:
        sql<number>`(select count(*) from ${notifications} where ${eq(notifications.userId, users.id)} and ${isNull(notifications.readAt)})`.as(
          "unread",
        ),
      /** 1 when this person has a subscription: their menu then shows them. */
      subscribed: sql<number>`exists (select 1 from ${subscriptions} where ${eq(subscriptions.clientId, users.id)})`.as(
        "subscribed",
      ),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder("id")), isNull(sessions.endedAt), isNull(users.deletedAt), adminIsThere))
    .prepare();

const prepared = new WeakMap<Db, ReturnType<typeof selectSession>>();

/** The session, its person and their unread notifications in one statement: every signed-in request starts with it. */
export async function findSession({ db }: Pick<Context, "db">, sessionId: string) {
  // Its text is made once: writing it anew took as long as asking for it.
  const statement = prepared.get(db) ?? selectSession(db);
  prepared.set(db, statement);
  return await statement.get({ id: sessionId });
}

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;
