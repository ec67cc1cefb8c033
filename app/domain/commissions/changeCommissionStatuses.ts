import { type SQL, sql } from "drizzle-orm";
import { formatCents } from "~/format/money";
import { assertHolds, atomicBatch, type Db } from "~db/client.server";
import { newId } from "~db/ids";
import { commissions } from "~db/schema";
import { authorize, can } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { Conflict } from "../errors";
import { historyOfRows } from "../history/historyStatement";
import type { Cents } from "../money";
import { notifyStatements } from "../notifications/notifyStatements";
import { retryOnConflict } from "../retryOnConflict";
import type { ChangeCommissionsInput, ChangedCommissions, SkipReason } from "./commissionInputs";
import { type CommissionStatus, commissionRank } from "./commissionStates";

/**
 * Sets the status of chosen commissions (PUT /commissions; rules.md commissions/statuses). Staff move them forward,
 * with jumps; only super admins move them back, with a reason, which removes them from their payout. Returns how many
 * were updated and skipped. The update checks the rules itself, so concurrent changes are not overwritten.
 */
export async function changeCommissionStatuses(
  ctx: Context,
  input: ChangeCommissionsInput,
): Promise<ChangedCommissions> {
  authorize(ctx, "commissions.manage");
  return await writeStatuses(ctx, input);
}

/** The next run approves the rest. */
const APPROVED_PER_RUN = 500;

/**
 * Every 10 minutes, approves commissions after their holding period when the programme allows it. Skips possible
 * self-referrals, which staff review. Returns the number approved.
 */
export async function approveHeldCommissions(ctx: Context): Promise<{ done: number; failed: number }> {
  authorize(ctx, "billing.run");
  const ready = await ctx.db
    .select({ id: commissions.id })
    .from(commissions)
    .where(
      sql`status = 'CREATED' and voided_at is null and self_referral is null and order_paid_at <= (select ${ctx.now} - holding_days * ${DAY_MS} from affiliate_programme where auto_approve = 1)`,
    )
    .orderBy(sql`order_paid_at`)
    .limit(APPROVED_PER_RUN);
  if (ready.length === 0) return { done: 0, failed: 0 };
  const { updated } = await writeStatuses(ctx, {
    commissionIds: ready.map(({ id }) => id),
    newStatus: "APPROVED",
    reason: "The holding period has ended",
  });
  return { done: updated, failed: 0 };
}

const writeStatuses = (ctx: Context, input: ChangeCommissionsInput) =>
  retryOnConflict(ctx, () => tryToWriteStatuses(ctx, input), { exhausted: othersAreChanging });

const othersAreChanging = () => new Conflict("Someone else is changing these commissions. Please try again.");

async function tryToWriteStatuses(
  ctx: Context,
  { commissionIds, newStatus, reason }: ChangeCommissionsInput,
): Promise<ChangedCommissions> {
  const { db, now } = ctx;
  const requested = JSON.stringify([...new Set(commissionIds)].map((id) => ({ id, historyId: newId(now) })));
  const rank = (status: SQL) =>
    sql`case ${status} when 'CREATED' then ${commissionRank.CREATED} when 'APPROVED' then ${commissionRank.APPROVED} else ${commissionRank.PAID} end`;
  const backward = can(ctx.actor, "commissions.takeBack") ? (reason ? "fits" : "noReason") : "backward";
  const verdict = sql`case when k.id is null then 'missing'
    when k.voided_at is not null then 'voided'
    when k.status = ${newStatus} then 'same'
    when ${rank(sql`k.status`)} > ${commissionRank[newStatus]} then ${backward}
    when k.status = 'CREATED' and k.order_paid_at + g.holding_days * ${DAY_MS} > ${now} then 'holding'
    else 'fits' end`;
  const judged = sql`select j.value ->> 'id' as id, j.value ->> 'historyId' as history_id, k.status, k.payout_id, k.amount, ${verdict} as verdict
    from json_each(${requested}) j left join commissions k on k.id = j.value ->> 'id' join affiliate_programme g`;
  const gains = gainsOf(judged);
  const [found] = await db.select({ gains: sql<string>`${gains}`.as("gains") }).from(sql`(select 1)`);
  const read = found?.gains ?? "[]";
  const notices = statusNotices(ctx, newStatus, JSON.parse(read) as Gain[]);
  const [counted] = await atomicBatch(db, [
    countVerdicts(db, judged),
    // The notices name what was read.
    assertHolds(db, sql`${gains} = ${read}`),
    historyOfRows(ctx, {
      id: sql`v.history_id`,
      entity: "commission",
      entityId: sql`v.id`,
      action: "Commission status changed",
      changes: sql`json_array(json_object('field', 'status', 'before', v.status, 'after', ${newStatus})${reason ? sql`, json_object('field', 'reason', 'before', null, 'after', ${reason})` : sql``})`,
      from: sql`(${judged}) v where v.verdict = 'fits'`,
    }),
    // The payout's history keeps the sum of what it still pays.
    historyOfRows(ctx, {
      id: sql`v.history_id`,
      entity: "payout",
      entityId: sql`v.payout_id`,
      action: "Commission taken back",
      changes: sql`json_array(json_object('field', 'amount', 'before', v.amount, 'after', null))`,
      from: sql`(${judged}) v where v.verdict = 'fits' and v.payout_id is not null`,
    }),
    db
      .update(commissions)
      .set({
        status: newStatus,
        approvedAt: newStatus === "CREATED" ? null : sql`coalesce(${commissions.approvedAt}, ${now})`,
        paidAt: newStatus === "PAID" ? now : null,
        payoutId: null,
        version: sql`${commissions.version} + 1`,
      })
      .where(sql`${commissions.id} in (select v.id from (${judged}) v where v.verdict = 'fits')`),
    ...notices,
  ]);
  if (notices.length > 0) ctx.after(() => ctx.publish.outboxWaiting());
  const counts = counted as { verdict: SkipReason | "fits"; rows: number }[];
  return {
    updated: counts.find(({ verdict }) => verdict === "fits")?.rows ?? 0,
    skipped: Object.fromEntries(
      counts.filter(({ verdict }) => verdict !== "fits").map((one) => [one.verdict, one.rows]),
    ),
  };
}

/** An affiliate, whether the commissions had been paid, their number, and the sum in cents. */
type Gain = [affiliateId: string, wasPaid: 0 | 1, count: number, amount: Cents];

const gainsOf = (judged: SQL) =>
  sql`(select json_group_array(json_array(g.affiliate_id, g.was_paid, g.lines, g.amount)) from (
    select k.affiliate_id, k.status = 'PAID' as was_paid, count(*) as lines, sum(k.amount) as amount
    from (${judged}) v join commissions k on k.id = v.id
    where v.verdict = 'fits' group by k.affiliate_id, was_paid order by k.affiliate_id, was_paid) g)`;

/** The words of a notice about one commission, and about several. */
const noticeWords = {
  APPROVED: ["was approved", "were approved"],
  PAID: ["was paid", "were paid"],
  takenBack: [
    "is no longer marked as paid and can be part of a later payout",
    "are no longer marked as paid and can be part of a later payout",
  ],
} as const;

/**
 * One notice for each affiliate, however many commissions; another one for those that were paid and no longer are.
 * Commissions that go from approved back to created are silent, because they were never paid.
 */
function statusNotices(ctx: Context, newStatus: CommissionStatus, gains: readonly Gain[]) {
  return [0, 1].flatMap((wasPaid) => {
    const kindOfNotice = wasPaid ? "takenBack" : newStatus;
    const gained = gains.filter(([, paid, , amount]) => paid === wasPaid && amount > 0);
    if (kindOfNotice === "CREATED" || gained.length === 0) return [];
    const [one, many] = noticeWords[kindOfNotice];
    return notifyStatements(ctx, {
      recipients: { users: gained.map(([id]) => id) },
      description: Object.fromEntries(
        gained.map(([id, , count, amount]) => [
          id,
          count === 1
            ? `Your commission of ${formatCents(amount)} ${one}`
            : `${count} of your commissions ${many}: ${formatCents(amount)}`,
        ]),
      ),
      kind: kindOfNotice === "APPROVED" ? "commission" : "payout",
      type: "AFFILIATE",
      typeSystemId: "commissions",
      dedupeKey: `commissions:${newId(ctx.now)}`,
    });
  });
}

const countVerdicts = (db: Db, judged: SQL) =>
  db
    .select({ verdict: sql<string>`v.verdict`.as("verdict"), rows: sql<number>`count(*)`.as("rows") })
    .from(sql`(${judged}) v`)
    .groupBy(sql`v.verdict`);
