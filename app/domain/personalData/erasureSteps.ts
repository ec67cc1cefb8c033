import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { atomicBatch } from "~db/client.server";
import { foldText } from "~db/foldText";
import { deletionRequests, exports, orders, outbox, paymentCustomers, subscriptions, uploads, users } from "~db/schema";
import { closeUnpaidOrder } from "../checkout/closeUnpaidOrders";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { historyStatement } from "../history/historyStatement";
import { unpaidStatuses } from "../orders/orderStates";
import { closeOpenPayment } from "../renewals/closeOpenPayment";
import { stopSubscriptionStatements } from "../subscriptions/stopSubscriptionStatements";
import { type Erasure as DataErasure, erasedFilesOf, tablesOfPeople } from "./dataTables";
import { deletionDoneMail, doneMailKey } from "./deletionMails";
import { eraseHistory } from "./eraseHistory";
import { eraseMentions } from "./eraseMentions";
import type { Erasure } from "./erasure";

/** Returns true when nothing is left to do. */
type Step = (ctx: Context, erasure: Erasure) => Promise<boolean>;

/** Rows of one statement, and within one delete call of the object store. */
const BATCH = 500;
/** Statements of one step and run. The next run continues. */
const MAX_STATEMENTS = 40;

/** Repeats `work`, which returns how many rows it took, until it took none. */
async function untilEmpty(work: () => Promise<number>): Promise<boolean> {
  for (let statement = 0; statement < MAX_STATEMENTS; statement++) if ((await work()) === 0) return true;
  return false;
}

const closeOrders: Step = async (ctx, { person }) => {
  const unpaid = and(
    eq(orders.clientId, person.id),
    eq(orders.payState, "unpaid"),
    inArray(orders.status, [...unpaidStatuses]),
  );
  for (const order of await ctx.db.select().from(orders).where(unpaid).limit(BATCH))
    await closeUnpaidOrder(ctx, order, "The account was deleted");
  // A payment that the provider still processes is asked for again by the next run.
  return (await ctx.db.select({ id: orders.id }).from(orders).where(unpaid).limit(1).get()) === undefined;
};

const endSubscriptions: Step = async (ctx, { person }) => {
  const running = await ctx.db
    .select({ id: subscriptions.id, status: subscriptions.status, currentCycle: subscriptions.currentCycle })
    .from(subscriptions)
    .where(and(eq(subscriptions.clientId, person.id), ne(subscriptions.status, "Cancelled")))
    .limit(BATCH);
  for (const subscription of running) {
    await atomicBatch(ctx.db, stopSubscriptionStatements(ctx, subscription, "The account was deleted"));
    await closeOpenPayment(ctx, subscription);
  }
  return running.length < BATCH;
};

/** The customer records stay at the provider, for refunds and disputes, without a card. */
const removeCards: Step = async (ctx, { person, requestId }) => {
  const records = await ctx.db
    .select({ account: paymentCustomers.account, customerId: paymentCustomers.customerId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, person.id))
    // A record that was replaced at the provider may still be a subscription's.
    .union(
      ctx.db
        .select({ account: subscriptions.account, customerId: subscriptions.customerId })
        .from(subscriptions)
        .where(eq(subscriptions.clientId, person.id)),
    );
  for (const { account, customerId } of records) {
    const removed = await untilEmpty(async () => {
      const cards = await ctx.payments.savedCards(account, customerId);
      for (const { id, sameCards } of cards)
        for (const card of [...sameCards, id]) await ctx.payments.removeCard(account, card);
      return cards.length;
    });
    if (!removed) return false;
  }
  if (records.length > 0)
    await historyStatement(ctx, {
      entity: "user",
      entityId: person.id,
      action: "Saved cards removed at the card provider",
      changes: [],
      dedupeKey: `cards.removed:${requestId}`,
    });
  return true;
};

const among = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;

const deleteFiles: Step = async (ctx, { person }) =>
  await untilEmpty(async () => {
    const rows = await ctx.db.select({ key: uploads.key }).from(uploads).where(erasedFilesOf(person.id)).limit(BATCH);
    const keys = rows.map(({ key }) => key);
    if (keys.length === 0) return 0;
    // Objects first: a run that is killed in between finds the rows again.
    await ctx.files.delete(keys);
    await ctx.db.delete(uploads).where(sql`${uploads.key} in ${among(keys)}`);
    return keys.length;
  });

/** Every export of the portal may name the person, and can be made again. */
const deleteExports: Step = async (ctx, { startedAt }) => {
  const older = sql`${exports.createdAt} <= ${startedAt}`;
  const emptied = await untilEmpty(async () => {
    const rows = await ctx.db
      .select({ id: exports.id, key: exports.uploadKey })
      .from(exports)
      .where(and(older, inArray(exports.state, ["ready", "failed"])))
      .limit(BATCH);
    const keys = rows.flatMap(({ key }) => key ?? []);
    if (keys.length > 0) await ctx.files.delete(keys);
    if (rows.length > 0)
      await ctx.db.batch([
        ctx.db.delete(uploads).where(sql`${uploads.key} in ${among(keys)}`),
        ctx.db.delete(exports).where(sql`${exports.id} in ${among(rows.map(({ id }) => id))}`),
      ]);
    return rows.length;
  });
  // One that is being made ends within its six hours.
  return emptied && (await ctx.db.select({ id: exports.id }).from(exports).where(older).limit(1).get()) === undefined;
};

/** Deletes rows of one table, or empties columns that are not empty yet. */
const eraseRows =
  (table: SQLiteTable, erasure: Exclude<DataErasure, { step: string }>): Step =>
  async ({ db }, { person }) => {
    const { name, columns, primaryKeys } = getTableConfig(table);
    const keys = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
    const key = sql.join(
      keys.map((column) => sql.identifier(snakeCase(column.name))),
      sql`, `,
    );
    const from = sql.identifier(name);
    const take = (where: ReturnType<typeof sql>) =>
      sql`(${key}) in (select ${key} from ${from} where ${where} limit ${BATCH}) returning 1`;
    if ("delete" in erasure)
      return await untilEmpty(
        async () => (await db.all(sql`delete from ${from} where ${take(erasure.delete(person.id))}`)).length,
      );
    const emptied = Object.entries(erasure.empty).map(([column, value]) => ({ column: sql.identifier(column), value }));
    const set = sql.join(
      emptied.map(({ column, value }) => sql`${column} = ${value}`),
      sql`, `,
    );
    const differs = sql.join(
      emptied.map(({ column, value }) => sql`${column} is not ${value}`),
      sql` or `,
    );
    const where = sql`${erasure.where(person.id)} and (${differs})`;
    return await untilEmpty(async () => (await db.all(sql`update ${from} set ${set} where ${take(where)}`)).length);
  };

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name goes last, with the mail that says so: until then every step can read whom it is about. */
const eraseProfile: Step = async (ctx, { person, requestId }) => {
  if (person.email.endsWith(ERASED_DOMAIN)) return true;
  const email = `${person.id.toLowerCase()}${ERASED_DOMAIN}`;
  const name = { firstName: "Deleted", lastName: "client" };
  await atomicBatch(ctx.db, [
    deletionDoneMail(ctx, person.email, requestId),
    ctx.db
      .update(users)
      .set({
        ...name,
        email,
        emailFolded: foldText(email),
        firstNameFolded: foldText(name.firstName),
        lastNameFolded: foldText(name.lastName),
        passwordHash: null,
        photoKey: null,
        company: null,
        companyFolded: null,
        taxId: null,
        phoneNo: null,
        address: null,
        city: null,
        state: null,
        zipCode: null,
        country: null,
        timeZone: null,
        excludedSites: [],
        clientType: null,
        affiliate: false,
        affiliateCode: null,
        importedId: null,
        lastLogin: null,
        emailVerifiedAt: null,
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, person.id)),
    ctx.db.update(deletionRequests).set({ erasedAt: ctx.now }).where(eq(deletionRequests.id, requestId)),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
  return true;
};

/** A name that no mail can reach (RFC 2606). */
const ERASED_DOMAIN = "@erased.invalid";

/** The row of the last mail goes when it was sent, or could not be sent for a week. */
const deleteLastMail: Step = async (ctx, { requestId }) => {
  const mail = eq(outbox.dedupeKey, doneMailKey(requestId));
  await ctx.db
    .delete(outbox)
    .where(and(mail, sql`(${outbox.deliveredAt} is not null or ${outbox.createdAt} < ${ctx.now - 7 * DAY_MS})`));
  return (await ctx.db.select({ id: outbox.id }).from(outbox).where(mail).get()) === undefined;
};

/** In order. Finished steps are stored by name. */
export const erasureSteps: readonly { name: string; run: Step }[] = [
  { name: "orders", run: closeOrders },
  { name: "subscriptions", run: endSubscriptions },
  { name: "cards", run: removeCards },
  { name: "files", run: deleteFiles },
  { name: "exports", run: deleteExports },
  { name: "history", run: eraseHistory },
  ...tablesOfPeople.flatMap(({ name, table, erasure }) =>
    erasure.flatMap((one, at) => ("step" in one ? [] : [{ name: `${name}:${at}`, run: eraseRows(table, one) }])),
  ),
  { name: "mentions", run: eraseMentions },
  { name: "profile", run: eraseProfile },
  { name: "mail", run: deleteLastMail },
];
