import { eq } from "drizzle-orm";
import type { ActorUser, Context } from "~/domain/context";
import { importPlacements } from "~/domain/intake/importPlacements";
import { beginCheck, beginCheckNow, type CheckedPlacement } from "~/domain/linkWatch/beginCheck";
import { recordCheck } from "~/domain/linkWatch/recordCheck";
import type { TakenCheck } from "~/domain/linkWatch/takeDueChecks";
import { markLive } from "~/domain/placements/markLive";
import type { LinkWatch } from "~/domain/ports/linkWatch";
import type { Payments, ProviderRefund } from "~/domain/ports/payments";
import type { Verdict } from "~/domain/verdicts";
import type { Db } from "~db/client.server";
import { orders, placements } from "~db/schema";
import { actingAs, actingSystem, noPayments, TEST_NOW, testContext } from "./testContext";
import { aTrackedOrder } from "./trackedOrder";

export const DAY = 86_400_000;

interface Guaranteed {
  staff: ActorUser;
  client: ActorUser;
  count?: number;
  remedy?: "replace" | "refund";
  guaranteeDays?: number;
  minDr?: number;
}

/** A paid order whose links are all live on example.com since the tests' now. */
export async function aLiveOrder(db: Db, { staff, client, count = 1, remedy = "replace", ...terms }: Guaranteed) {
  const tracking = { remedy, guaranteeDays: 365, ...terms };
  const order = await aTrackedOrder(db, { staff, client, count, tracking });
  const rows = Array.from({ length: count }, (_, at) => ({
    targetUrl: `https://client.example.com/${at}`,
    anchorText: `anchor ${at}`,
    clientReference: `reference ${at}`,
  }));
  await importPlacements(testContext(db, actingAs(client)), { orderId: order.id, rows, dryRun: false });
  const links = await linkRows(db, order.id);
  await goLive(
    db,
    staff,
    links.map(({ id }) => id),
  );
  return { orderId: order.id, links: await linkRows(db, order.id) };
}

export const linkRows = (db: Db, orderId: string) =>
  db.select().from(placements).where(eq(placements.orderId, orderId)).orderBy(placements.sequence);

/** Staff mark links as live on example.com. */
export const goLive = (db: Db, staff: ActorUser, ids: readonly string[], now = TEST_NOW) =>
  markLive(
    testContext(db, actingAs(staff), { now }),
    ids.map((id) => ({ id, liveUrl: `https://blog.example.com/${id}` })),
  );

/** Stores what a look at a link found, as the link watch does. Acts as the system. */
export const storeCheck = async (ctx: Context, id: string, verdict: Verdict): Promise<void> =>
  storeBegun(ctx, await beginCheckNow(ctx, id), verdict);

/** The same for a check that was taken because it was due. */
export const storeTaken = async (ctx: Context, taken: TakenCheck, verdict: Verdict): Promise<void> =>
  storeBegun(ctx, await beginCheck(ctx, taken), verdict);

async function storeBegun(ctx: Context, link: CheckedPlacement | null, verdict: Verdict): Promise<void> {
  const read = { status: 200, finalUrl: "", rel: "", anchor: "", ms: 0, evidenceKey: null, bodySha256: "" };
  if (!link || !(await recordCheck(ctx, link, { verdict, ...read })))
    throw new Error(`Link ${link?.number} cannot be checked`);
}

/** A watch that finds what it was told; null when it cannot look. */
export const watchThatFinds = (db: Db, verdict: Verdict | null, now = TEST_NOW): LinkWatch => ({
  checkNow: async (id) => {
    if (verdict === null) return null;
    await storeCheck(testContext(db, actingSystem, { now }), id, verdict);
    return { verdict, at: now };
  },
  lookAt: async () => [],
});

/** Makes an order paid by card at a provider in the same process, which refunds once per key. */
export async function paidByCard(db: Db, orderId: string) {
  await db
    .update(orders)
    .set({ paymentIntentId: `pi_${orderId}` })
    .where(eq(orders.id, orderId));
  const made = new Map<string, ProviderRefund>();
  const bank: { state: ProviderRefund["state"] } = { state: "succeeded" };
  const methods: Partial<Payments> = {
    createRefund: async ({ amount, metadata, key }) => {
      const earlier = made.get(key);
      if (earlier) return earlier;
      const refund = {
        id: `re_${made.size + 1}`,
        amount,
        metadata,
        state: bank.state,
        reason: "",
        createdAt: TEST_NOW,
      };
      made.set(key, refund as ProviderRefund);
      return refund as ProviderRefund;
    },
    refundsOf: async () => [...made.values()].map((refund) => ({ ...refund, state: bank.state })),
  };
  const payments: Payments = new Proxy(noPayments, {
    get: (target, name) => Reflect.get(name in methods ? methods : target, name),
  });
  return { payments, bank, made };
}
