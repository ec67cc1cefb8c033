import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { attributions, users } from "~db/schema";
import type { Click, ReadClick } from "../attribution/clickCookie";
import { type Arrival, decideAttribution } from "../attribution/decideAttribution";
import { type ActorUser, type Context, isStaff } from "../context";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import { hashNewPassword } from "./commonPasswords";

/**
 * Whose link it was at the time of the click, because codes can change. If the visit is not stored yet, the current
 * owner.
 */
const ownerOf = ({ db }: Context, click: Click) =>
  db
    .select({ id: users.id, email: users.email, affiliate: users.affiliate })
    .from(users)
    .where(
      and(
        sql`${users.id} = coalesce((select affiliate_id from visits where visits.id = ${click.id}),
          (select holders.id from users holders where holders.affiliate_code = ${click.affiliateCode} and holders.deleted_at is null))`,
        isNull(users.deletedAt),
      ),
    );

interface Person {
  firstName: string;
  lastName: string;
  email: string;
  /** Without one the person chooses it by a mailed link. */
  password?: string;
}

interface Origin {
  arrival: Arrival;
  /** The zone of the browser or its network, if known. */
  timeZone: string | null;
}

/**
 * A new customer (LEAD), with the statements for the caller's batch: the account, the referring affiliate or the reason
 * for none (rules.md affiliates/attribution), and the notification of staff. Null for an address that has an account.
 * Two parallel batches of one address break the unique index.
 */
export async function newAccount(
  ctx: Context,
  person: Person,
  { arrival, timeZone }: Origin,
): Promise<{ user: ActorUser; statements: BatchStatement[] } | null> {
  const { email, firstName, lastName, password } = person;
  const emailFolded = foldText(email);
  const read = arrival.click;
  const clicks = read.state === "sound" ? [read.click, ...(read.earlier ?? [])] : [];
  const [[existing], ...owners] = await ctx.db.batch([
    ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.emailFolded, emailFolded), isNull(users.deletedAt))),
    ...clicks.map((click) => ownerOf(ctx, click)),
  ]);
  if (existing) return null;
  const id = newId(ctx.now);
  // A click on a code that earns nothing does not replace an earlier one that does.
  const counting = Math.max(
    0,
    owners.findIndex(([owner]) => owner?.affiliate),
  );
  const click: ReadClick = clicks[counting] ? { state: "sound", click: clicks[counting] } : read;
  const attribution = decideAttribution(
    { ...arrival, click },
    {
      email,
      staff: isStaff(ctx.actor) || ctx.actor.kind === "impersonated",
      owner: owners[counting]?.[0] ?? null,
    },
  );
  const statements = [
    ctx.db.insert(users).values({
      id,
      email,
      emailFolded,
      passwordHash: password === undefined ? null : await hashNewPassword(ctx, password),
      firstName,
      lastName,
      firstNameFolded: foldText(firstName),
      lastNameFolded: foldText(lastName),
      role: "CUSTOMER",
      timeZone,
      createdAt: ctx.now,
    }),
    ctx.db.insert(attributions).values({ userId: id, ...attribution, decidedAt: ctx.now }),
    ...notifyStatements(ctx, {
      recipients: "staff",
      description: `${nameInNotifications(person)} signed up`,
      kind: "newClient",
      // An order that makes the account is mailed itself.
      mailedApart: password === undefined,
      type: "USER",
      typeSystemId: id,
      dedupeKey: `signup:${id}`,
    }),
  ];
  const user: ActorUser = {
    id,
    email,
    firstName,
    lastName,
    role: "CUSTOMER",
    privileges: null,
    affiliate: false,
    affiliateCode: null,
    timeZone,
  };
  return { user, statements };
}
