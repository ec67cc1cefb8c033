import { eq } from "drizzle-orm";
import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { type CheckoutService, checkoutService } from "~/domain/catalogue/checkoutService";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import type { ActorUser } from "~/domain/context";
import type { OrderStatus } from "~/domain/orders/orderStates";
import { updateOrder } from "~/domain/orders/updateOrder";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import { priceSelection } from "~/domain/pricing/priceSelection";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { markPaymentFailed } from "~/domain/settlement/markPaymentFailed";
import { settleOrder } from "~/domain/settlement/settleOrder";
import { orders } from "~db/schema";
import type { SeededAccounts, SeededClient } from "./accounts";
import type { seedCoupons } from "./coupons";
import { answerFor, cancelReasons, internalNotes, lateReasons } from "./orderTexts";
import { type Random, randomFrom } from "./random";
import { actingAs, DAY_MS, type Seed, seedContext, systemContext } from "./seedContext";
import { silentPayments } from "./seedPayments";
import { replayRenewals } from "./subscriptions";

const ORDERS = 300;
const SPREAD_MS = 120 * DAY_MS;
/** Position, from the end, of the unpaid order that customer@ left. */
const RESUMED_LATER = 3;
const HOUR_MS = 60 * 60 * 1000;
/** Placed within the last hours, because the portal closes older unpaid orders. */
const YOUNG_UNPAID = 8;
/** Orders written in parallel. Only close neighbours can change places. */
const AT_A_TIME = 12;

type CouponFor = Awaited<ReturnType<typeof seedCoupons>>;

function takeCoupon({ index, at, client, service, input, fate }: Plan, couponFor: CouponFor) {
  if (fate.unpaid || fate.path.includes("Cancelled")) return;
  const order = { index, at, clientId: client.user.id, serviceId: service.id, tieredTotal: input.totalPrice };
  const coupon = couponFor(order);
  if (!coupon) return;
  input.couponCode = coupon.code;
  input.discountedPrice = priceSelection(service, input, coupon).total;
}

/** What becomes of an order. `path` is how staff moved it after payment. */
interface Fate {
  unpaid?: "abandoned" | "declined";
  answered: boolean;
  path: OrderStatus[];
  refund?: "whole" | "half";
}

/** Places, pays and processes about 300 orders of the last 120 days, oldest first, in every status. */
export async function seedOrders(
  seed: Seed,
  accounts: SeededAccounts,
  serviceIds: readonly string[],
  couponFor: CouponFor,
): Promise<void> {
  const random = randomFrom(2026);
  const visitor = seedContext(seed, { kind: "anonymous" }, seed.env.now);
  const services = await Promise.all(serviceIds.map((id) => checkoutService(visitor, id)));
  const plans = Array.from({ length: ORDERS }, (_, index) => planOrder(seed, random, accounts, services, index));
  for (const plan of plans) takeCoupon(plan, couponFor);
  let renewedUntil = (plans[0]?.at ?? seed.env.now) - 1;
  for (let start = 0; start < plans.length; start += AT_A_TIME) {
    const some = plans.slice(start, start + AT_A_TIME);
    await Promise.all(some.map((plan) => writeOrder(seed, plan)));
    // Closed after its neighbours have been paid.
    for (const plan of some) if (isForgotten(seed, plan)) await closeForgotten(seed, plan);
    // Runs the renewals that fell due in between, so that numbers follow time.
    const until = Math.max(...some.map(({ at }) => at));
    await replayRenewals(seed, renewedUntil, until);
    renewedUntil = until;
  }
  await replayRenewals(seed, renewedUntil, seed.env.now);
}

interface Plan {
  index: number;
  at: number;
  client: SeededClient;
  service: CheckoutService;
  input: PlaceOrderInput;
  fate: Fate;
  assignee: ActorUser | null;
  superAdmin: ActorUser;
  note: string;
  cancelReason: string;
  refundReason: string;
  /** Share of the time between two moves, so that orders differ. */
  pace: number;
}

function planOrder(
  seed: Seed,
  random: Random,
  { clients, team, superAdmin }: SeededAccounts,
  services: readonly CheckoutService[],
  index: number,
): Plan {
  const { now } = seed.env;
  // Evenly spread; today's orders are an hour apart.
  const fromEnd = ORDERS - 1 - index;
  const at = Math.round(
    fromEnd < YOUNG_UNPAID
      ? now - HOUR_MS * (fromEnd + 1 + random.next() * 0.5)
      : now - HOUR_MS * YOUNG_UNPAID - (SPREAD_MS * (fromEnd - YOUNG_UNPAID + 1 + random.next() * 0.8)) / ORDERS,
  );
  const here = clients.filter((client) => client.createdAt < at - HOUR_MS);
  const customer = here.find(({ user }) => user.email === "customer@example.com");
  const regulars = here.filter((one) => one === customer || one.user.affiliate);
  const picked = random.chance(0.07) ? random.pick(regulars) : random.pick(here.slice(0, Math.ceil(here.length * 0.9)));
  // Gives customer@ a payment to resume.
  const client = (fromEnd === RESUMED_LATER && customer) || picked;
  const service = random.pick(services);
  const fate = index >= ORDERS - YOUNG_UNPAID ? youngUnpaid(index) : fateAfter(random, now - at, index);
  return {
    index,
    at,
    client,
    service,
    input: inputFor(random, client, service, fate, index),
    fate,
    assignee: random.chance(0.85) ? random.pick([...team, ...team, superAdmin]) : null,
    superAdmin,
    note: random.chance(0.15) ? random.pick(internalNotes) : "",
    cancelReason: random.pick(cancelReasons),
    refundReason: fate.refund === "whole" ? "The order was cancelled." : pickOf(lateReasons, index),
    pace: 0.3 + 0.6 * random.next(),
  };
}

/** Not random: another draw would change everything planned after it. */
const pickOf = (texts: readonly string[], index: number) => texts[index % texts.length] ?? "";

/** The last few were left unpaid today. The portal closes such orders after 24 hours. */
const youngUnpaid = (index: number): Fate => ({
  unpaid: index % 2 ? "declined" : "abandoned",
  answered: index % 3 === 0,
  path: [],
});

/** Old orders are mostly done, new ones mostly not begun. */
function fateAfter(random: Random, age: number, index: number): Fate {
  if (age > DAY_MS && random.chance(0.07))
    return { unpaid: index % 2 ? "declined" : "abandoned", answered: random.chance(0.5), path: [] };
  const days = age / DAY_MS;
  const luck = random.next();
  if (luck < 0.05 && days > 3)
    return { answered: true, path: ["Cancelled"], refund: index % 3 === 0 ? undefined : "whole" };
  const refund = days > 20 && random.chance(0.03) ? "half" : undefined;
  if (days > 25)
    return luck < 0.93
      ? { answered: true, path: ["Working", "Completed"], refund }
      : { answered: true, path: ["Working"] };
  if (days > 7) {
    if (luck < 0.45) return { answered: true, path: ["Working", "Completed"] };
    if (luck < 0.82) return { answered: true, path: ["Working"] };
    return { answered: luck < 0.9, path: [] };
  }
  if (days > 1 && luck < 0.3) return { answered: true, path: ["Working"] };
  return { answered: luck < 0.7, path: [] };
}

function inputFor(
  random: Random,
  { billing: { address, city, state, zipCode, country } }: SeededClient,
  service: CheckoutService,
  fate: Fate,
  index: number,
): PlaceOrderInput {
  const small = service.packages.every((one) => one.price < 300_00);
  const chosen = [random.pick(service.packages)];
  const second = random.pick(service.packages);
  if (small && random.chance(0.3) && second !== chosen[0]) chosen.push(second);
  const packageCounts = chosen.map((one) => ({
    packageId: one.id,
    count: small ? random.between(1, random.chance(0.2) ? 14 : 5) : 1,
    addOn: one.addOns.length && random.chance(0.7) ? random.pick(one.addOns).value : null,
  }));
  const { tieredTotal } = priceSelection(service, { packageCounts });
  const recurring = service.paymentTypes.includes("SUBSCRIPTION");
  const oneTime = service.paymentTypes.includes("DIRECT");
  return PlaceOrderInput.parse({
    serviceId: service.id,
    packageCounts,
    checkoutKey: `seed-checkout-${String(index).padStart(4, "0")}`,
    paymentType: recurring && (!oneTime || random.chance(0.25)) ? "SUBSCRIPTION" : "DIRECT",
    billingAddress: { address, city, state, zipCode, country },
    totalPrice: tieredTotal,
    projectPackageData: fate.answered
      ? chosen.map((one) => ({
          packageId: one.id,
          values: [
            {
              items: service.intake
                .filter((field) => field.itemType !== "FILE_UPLOAD" && (field.mandatory || random.chance(0.6)))
                .map((field) => ({ id: field.id, value: answerFor(random, field) })),
            },
          ],
        }))
      : [],
    ...(random.chance(0.3)
      ? { utmSource: random.pick(["google", "newsletter", "partner"]), utmMedium: "referral" }
      : {}),
  });
}

async function writeOrder(seed: Seed, plan: Plan): Promise<void> {
  const { at, client, fate } = plan;
  const { now } = seed.env;
  const buyer = seedContext(seed, actingAs(client.user), at);
  if (fate.unpaid) {
    // Recent orders stay open. The provider knows nothing of them, so they can be paid in the running portal.
    const young = now - at < DAY_MS;
    const orderId = await placeUnpaid(
      young ? { ...buyer, payments: silentPayments(seed.payments) } : buyer,
      plan.input,
    );
    if (fate.unpaid === "declined") {
      const { account } = plan.service;
      const declined = seed.payments.decline({ id: orderId, account, amount: plan.input.totalPrice });
      await markPaymentFailed(systemContext(seed, at + 60_000), declined);
    }
    return;
  }
  const { orderSystemId: id } = await placeOrder(buyer, plan.input);
  const paidAt = at + Math.round(60_000 + plan.pace * 120_000);
  const payment = seed.payments.accept(id, paidAt, { renews: plan.input.paymentType === "SUBSCRIPTION" });
  await settleOrder(systemContext(seed, paidAt), payment);
  await workOff(seed, plan, id, paidAt);
  if (fate.refund)
    await refundOrder(seedContext(seed, actingAs(plan.superAdmin), Math.min(now, paidAt + 9 * DAY_MS)), {
      id,
      amount: fate.refund === "whole" ? payment.amount : Math.round(payment.amount / 2),
      reason: plan.refundReason,
      requestKey: `seed-refund-${String(plan.index).padStart(4, "0")}`,
    });
}

const isForgotten = ({ env }: Seed, { at, fate }: Plan) => fate.unpaid !== undefined && env.now - at >= DAY_MS;

/** Closes an order as the portal does after 24 hours without payment. */
const closeForgotten = (seed: Seed, { at }: Plan) =>
  closeUnpaidOrders(systemContext(seed, at + DAY_MS + 5 * 60_000), (error) => {
    throw error;
  });

/** Places an order that its buyer does not pay. Returns its id even when the provider did not answer. */
async function placeUnpaid(buyer: ReturnType<typeof seedContext>, input: PlaceOrderInput): Promise<string> {
  try {
    return (await placeOrder(buyer, input)).orderSystemId;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    const placed = await buyer.db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.checkoutKey, input.checkoutKey))
      .get();
    if (!placed) throw error;
    return placed.id;
  }
}

/** Marks every possible step as done. */
const everyStep = Array.from({ length: 20 }, (_, index) => index + 1);

/** Assigns a paid order and moves it to its present status. */
async function workOff(
  seed: Seed,
  { assignee, superAdmin, fate, note, pace, cancelReason }: Plan,
  id: string,
  paidAt: number,
) {
  const staffAt = (at: number) => seedContext(seed, actingAs(assignee ?? superAdmin), at);
  let at = paidAt + HOUR_MS * pace;
  if (assignee || note)
    await updateOrder(seedContext(seed, actingAs(superAdmin), at), { id, assignedToId: assignee?.id, notes: note });
  for (const status of fate.path) {
    at = Math.min(seed.env.now - 60_000, at + (status === "Completed" ? 18 : 3) * DAY_MS * pace);
    if (status === "Cancelled")
      await cancelOrder(staffAt(at), { id, reason: cancelReason, stopSubscription: pace > 0.5 });
    else await updateOrder(staffAt(at), { id, status, subStatuses: status === "Working" ? [1] : everyStep });
  }
}
