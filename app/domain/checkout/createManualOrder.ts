import { and, eq, isNull, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { orders, users } from "~db/schema";
import { authorize } from "../access";
import { type CheckoutService, checkoutService } from "../catalogue/checkoutService";
import { type Context, userOf } from "../context";
import { DAY_MS } from "../days";
import { Conflict, Invalid, NotFound, Unauthenticated } from "../errors";
import { statusWhenPaid } from "../intake/statusWhenPaid";
import { type Cents, MAX_CHARGE } from "../money";
import { insertOrder } from "../orders/insertOrder";
import { billingOfProfile, itemsOf, newOrderRow } from "../orders/newOrder";
import { newOrderClock } from "../orders/orderClock";
import { nextOrderNumber } from "../orders/orderNumber";
import { clockAt } from "../placements/deliveryClock";
import { soldPlacements } from "../placements/soldPlacements";
import { hasTooManyLinks, NOTHING_CHOSEN, TOO_MANY_LINKS } from "../pricing/orderProblem";
import { orderTaxes, taxColumns } from "../pricing/orderTaxes";
import { priceSelection } from "../pricing/priceSelection";
import { checkNumbers } from "../recovery/checkNumbers";
import { retryOnConflict } from "../retryOnConflict";
import { settlementStatements } from "../settlement/orderPaidHandlers";
import type { Taxes } from "../taxes";
import { CLIENT_REQUIRED, type ManualOrderInput, SERVICE_REQUIRED } from "./manualOrderInput";

const RELOAD = "Please reload the page and try again.";
/** Enough for a number that others take: of all concurrent attempts, one succeeds. */
const TRIES = 25;

/**
 * Creates a paid order entered by staff. The same settlement as any payment runs in the same batch, so invoice,
 * history, notifications and counters agree (rules.md orders/states, checkout/quoted-total). Idempotent by
 * checkoutKey. Cents and ms. Throws Invalid with its field. Throws Conflict with the new total when prices changed,
 * or when the key already created a different order.
 */
export async function createManualOrder(ctx: Context, input: ManualOrderInput): Promise<{ id: string }> {
  authorize(ctx, "orders.create");
  const staff = userOf(ctx.actor);
  if (!staff) throw new Unauthenticated();
  // East of Greenwich, tomorrow has already begun.
  if (input.paidDate > ctx.now + DAY_MS) throw new Invalid("Paid date cannot be in the future", "paidDate");
  const client = await clientOf(ctx, input.clientId);
  const service = await serviceOf(ctx, input.serviceId);
  const priced = priceSelection(service, input);
  if (priced.total === 0) throw new Invalid(NOTHING_CHOSEN, "packageCounts");
  if (hasTooManyLinks(priced)) throw new Invalid(TOO_MANY_LINKS, "packageCounts");
  const taxes = orderTaxes(ctx, client.country ?? "", priced.total);
  const total = priced.total + taxes.added;
  if (total > MAX_CHARGE) throw new Invalid("The total cannot be more than $999,999.99.", "packageCounts");

  await checkNumbers(ctx);
  // Posted twice, the number taken, or written with a lost response: read again and retry.
  const attempt = async () => {
    const [made, [next]] = await ctx.db.batch([
      ctx.db.select().from(orders).where(eq(orders.checkoutKey, input.checkoutKey)),
      ctx.db
        .select({
          number: nextOrderNumber,
          turnaroundDays: sql<number | null>`(select turnaround_days from services where id = ${service.id})`.as(
            "turnaround_days",
          ),
        })
        .from(sql`(select 1)`),
    ]);
    if (made[0]) return { id: sameOrder(made[0], input, staff) };
    if (input.totalPrice !== priced.total || (input.tax ?? 0) !== taxes.added)
      throw new Conflict("The price has changed. Please check the new total and create the order again.", undefined, {
        totalPrice: priced.total,
        ...(taxes.added > 0 ? { tax: taxes.added } : {}),
      });
    return { id: await writeOrder(ctx, { input, staff, client, service, priced, taxes, total, ...next! }) };
  };
  return await retryOnConflict(ctx, attempt, { exhausted: () => new Conflict(RELOAD), tries: TRIES, orUnique: true });
}

/** Returns the order this form already created, if the input is unchanged. Never returns it for a different order. */
function sameOrder(made: typeof orders.$inferSelect, input: ManualOrderInput, staff: { id: string }): string {
  // The key belongs to another person's form: reveal nothing about it.
  if (made.createdBy !== staff.id) throw new Conflict(RELOAD, "checkoutKey");
  const same =
    made.clientId === input.clientId &&
    made.serviceId === input.serviceId &&
    made.total - made.tax === input.totalPrice &&
    made.tax === (input.tax ?? 0) &&
    made.paidAt === input.paidDate &&
    made.transactionDetails === input.transactionDetails;
  if (!same)
    throw new Conflict(
      `Order ${made.number} was already created with this form. Reload the page to create another one.`,
    );
  return made.id;
}

type Client = Awaited<ReturnType<typeof clientOf>>;

async function clientOf(ctx: Context, id: string) {
  const client = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      address: users.address,
      city: users.city,
      state: users.state,
      zipCode: users.zipCode,
      country: users.country,
      phoneNo: users.phoneNo,
      timeZone: users.timeZone,
    })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, "CUSTOMER"), isNull(users.deletedAt)))
    .get();
  if (!client) throw new Invalid(CLIENT_REQUIRED, "clientId");
  return client;
}

const serviceOf = (ctx: Context, id: string) =>
  checkoutService(ctx, id).catch((error) => {
    throw error instanceof NotFound ? new Invalid(SERVICE_REQUIRED, "serviceId") : error;
  });

interface NewManualOrder {
  input: ManualOrderInput;
  staff: { id: string };
  client: Client;
  service: CheckoutService;
  priced: ReturnType<typeof priceSelection>;
  taxes: Taxes;
  /** With the added taxes. */
  total: Cents;
  number: number;
  turnaroundDays: number | null;
}

async function writeOrder(ctx: Context, made: NewManualOrder): Promise<string> {
  const { input, staff, client, service, priced, taxes, total, number, turnaroundDays } = made;
  const { email, firstName, lastName, timeZone, id: clientId } = client;
  const id = newId(ctx.now);
  const items = itemsOf(ctx, priced);
  const lines = items.map((item, index) => ({ ...item, tracking: priced.lines[index]!.package.tracking }));
  const drip = lines.some(({ tracking }) => tracking.tracked) ? (input.drip ?? null) : null;
  const placements = soldPlacements(
    {
      order: { id, number, serviceId: service.id, serviceName: service.name, clientId, total, drip },
      lines,
      prefilled: new Map(),
    },
    clockAt(ctx),
  );
  const order = newOrderRow({
    id,
    number,
    serviceId: service.id,
    serviceName: service.name,
    clientId,
    billing: billingOfProfile(client),
    status: statusWhenPaid({ fields: service.intake, lines, placements, entries: [], hasUpload: false }),
    paymentType: "MANUAL",
    account: service.account,
    orderDuration: service.orderDuration,
    frequency: service.frequency,
    subtotal: priced.subtotal,
    tieredTotal: priced.tieredTotal,
    total,
    ...taxColumns(taxes),
    checkoutKey: input.checkoutKey,
    transactionDetails: input.transactionDetails,
    createdBy: staff.id,
    createdAt: ctx.now,
    ...newOrderClock(turnaroundDays),
    drip,
  });
  await atomicBatch(ctx.db, [
    ...insertOrder(ctx, { order, items }),
    ...(await settlementStatements(ctx, {
      order,
      client: { email, firstName, lastName, timeZone },
      placements,
      paidAt: input.paidDate,
      nextStatus: order.status,
      wasCancelled: false,
      transactionId: input.transactionDetails,
      paymentIntentId: null,
      setupIntentId: null,
      customerId: null,
      paymentMethodId: null,
    })),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
  return order.id;
}
