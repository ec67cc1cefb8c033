import { and, eq, fillPlaceholders, isNotNull, isNull, sql } from "drizzle-orm";
import { batchRaw, type Db, type FlatSelect } from "~db/client.server";
import { named } from "~db/named";
import { claims, placementCounters, sessions, settings, subscriptions, twoFactors, users } from "~db/schema";
import type { Context } from "../context";
import { unreadOfUser } from "../notifications/unreadCount";
import { unreadThreadsOfUser } from "../notifications/unreadThreads";
import { REVISION } from "../settings";
import { viewsOfUser } from "../views/viewsOfUser";
import { type WorkAt, workOfUser } from "./workOfUser";

/**
 * An impersonation lasts no longer than the admin's own session and account (rules.md accounts/impersonation,
 * sessions/end).
 */
const adminIsThere = sql`(${sessions.impersonatorId} is null or exists (select 1 from sessions own join users admin on admin.id = own.user_id where own.id = ${sessions.impersonatorSessionId} and own.user_id = ${sessions.impersonatorId} and own.ended_at is null and admin.deleted_at is null and admin.role = 'ADMIN'))`;

/** `waitingForClient` of the links, as constants: every signed-in request prepares this statement. */
const linksToAnswer = sql<number>`(select coalesce(sum(count), 0) from ${placementCounters} where ${eq(placementCounters.scope, users.id)} and state in ('needs_input', 'site_review', 'content_review'))`;

const selectSession = (db: Db) =>
  db
    .select({
      session: {
        id: sessions.id,
        kind: sessions.kind,
        generation: sessions.generation,
        secretHash: sessions.secretHash,
        rotatedAt: sessions.rotatedAt,
        usedAt: sessions.usedAt,
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
        timeZone: users.timeZone,
      },
      /** How many links wait for the client: for a page, or for an answer to a proposal. */
      linksToAnswer: linksToAnswer.as("links_to_answer"),
      /** Set for staff only: whether they sign in with a second factor. */
      twoFactor:
        sql<number>`(${eq(users.role, "ADMIN")} and exists (select 1 from ${twoFactors} where ${eq(twoFactors.userId, users.id)} and ${isNotNull(twoFactors.enabledAt)}))`.as(
          "two_factor",
        ),
      /** Tells an isolate that the settings have changed. */
      settingsRevision:
        sql<number>`coalesce((select version from ${settings} where key = ${sql.raw(`'${REVISION}'`)}), 0)`.as(
          "settings_revision",
        ),
      unread: unreadOfUser.as("unread"),
      /** Unread threads of the inbox, for staff. */
      unreadThreads: unreadThreadsOfUser.as("unread_threads"),
      /** For pages of staff: what they have to work on. */
      work: workOfUser.as("work"),
      views: viewsOfUser.as("views"),
      /** 1 when the person has a subscription, which adds Subscriptions to the menu. */
      subscribed: sql<number>`exists (select 1 from ${subscriptions} where ${eq(subscriptions.clientId, users.id)})`.as(
        "subscribed",
      ),
      /** 1 when the person has bought links, which adds Links to the menu. */
      linked:
        sql<number>`exists (select 1 from ${placementCounters} where ${eq(placementCounters.scope, users.id)} and ${placementCounters.count} > 0)`.as(
          "linked",
        ),
      /** 1 when there are claims that the person can see, which adds Claims to the menu. */
      claimed:
        sql<number>`iif(${eq(users.role, "ADMIN")}, exists (select 1 from ${claims}), exists (select 1 from ${claims} where ${eq(claims.clientId, users.id)}))`.as(
          "claimed",
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
 * Returns undefined when the session has ended or the user was deleted. `work`: counts what staff have to work on.
 */
export async function findSession(
  { db }: Pick<Context, "db">,
  sessionId: string,
  work: WorkAt = NO_WORK,
): Promise<FoundSession | undefined> {
  return await statementOf(db).get(valuesOf(sessionId, work));
}

const NO_WORK: WorkAt = { at: null, todayEnds: 0 };
const valuesOf = (id: string, { at, todayEnds }: WorkAt) => ({ id, workAt: at, todayEnds });

/** The session and the rows of `selects` in one round trip. The caller must check the session before it shows a row. */
export async function findSessionWith({ db }: Pick<Context, "db">, sessionId: string, selects: FlatSelect[]) {
  const statement = statementOf(db);
  const { sql: text, params } = statement.getQuery();
  const select = {
    toSQL: () => ({ sql: text, params: fillPlaceholders(params, valuesOf(sessionId, NO_WORK)) }),
  } as FlatSelect;
  const [results, ...rows] = await batchRaw(db, select, ...selects);
  const found = results.length > 0 ? (statement.mapGetResult({ results }, true) as FoundSession) : undefined;
  return { found, rows };
}

function statementOf(db: Db): Statement {
  const statement = statements.get(db) ?? selectSession(db);
  statements.set(db, statement);
  return statement;
}
