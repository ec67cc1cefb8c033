import { and, eq, fillPlaceholders, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "~db/client.server";
import { Latest } from "~db/latest";
import { named } from "~db/named";
import { takeForGranted } from "~db/provenLater.server";
import { notifications, sessions, subscriptions, twoFactors, users } from "~db/schema";
import type { Context } from "../context";

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
      /** Whether a staff member signs in with a second factor; not looked up for customers. */
      twoFactor:
        sql<number>`(${eq(users.role, "ADMIN")} and exists (select 1 from ${twoFactors} where ${eq(twoFactors.userId, users.id)} and ${isNotNull(twoFactors.enabledAt)}))`.as(
          "two_factor",
        ),
      unread:
        sql<number>`(select count(*) from ${notifications} where ${eq(notifications.userId, users.id)} and ${isNull(notifications.readAt)} and ${eq(notifications.mailOnly, false)})`.as(
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

type Statement = ReturnType<typeof selectSession>;
/** A database's statement, and what it last answered for the sessions that came most lately. */
interface Kept {
  statement: Statement;
  answers: Latest<{ found: FoundSession; text: string }>;
}
const kept = new WeakMap<Db, Kept>();
const MOST_ANSWERS = 1000;

export type FoundSession = NonNullable<Awaited<ReturnType<Statement["get"]>>>;

/**
 * The session, its person and their unread notifications in one statement: every signed-in request starts with it. A
 * page or list that is only read takes the last answer for granted and has it proven by the round trip of its own rows:
 * one that was ended or changed in any part shows in that very answer (db/provenLater; rules.md speed/lists).
 */
export async function findSession({ db }: Pick<Context, "db">, sessionId: string): Promise<FoundSession | undefined> {
  // The statement's text is made once: writing it anew took as long as asking for it.
  const { statement, answers } = kept.get(db) ?? { statement: selectSession(db), answers: new Latest(MOST_ANSWERS) };
  kept.set(db, { statement, answers });
  const keep = (found: FoundSession | undefined) => {
    answers.keep(sessionId, found && { found, text: JSON.stringify(found) });
    return found;
  };
  const last = answers.get(sessionId);
  const { sql: query, params } = statement.getQuery();
  const granted =
    last &&
    takeForGranted(db.$client, {
      query,
      values: fillPlaceholders(params, { id: sessionId }),
      holds: (row) => {
        keep(row && (statement.mapGetResult({ results: [row] }, true) as FoundSession));
        return answers.get(sessionId)?.text === last.text;
      },
    });
  return granted ? last.found : keep(await statement.get({ id: sessionId }));
}
