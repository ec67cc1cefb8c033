import { and, eq, isNull, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { orders, users } from "~db/schema";
import { authorize } from "../access";
import { type CheckoutService, checkoutService } from "../catalogue/checkoutService";
import { type Context, userOf } from "../context";
import { DAY_MS } from "../days";
import { Conflict, Invalid, NotFound, Unauthenticated } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { MAX_CHARGE } from "../money";
import { intakeComplete } from "../orders/intakeComplete";
import { itemStatement, stepsOfService } from "../orders/newOrder";
import { nextOrderNumber } from "../orders/orderNumber";
import { NOTHING_CHOSEN } from "../pricing/orderProblem";
import { priceSelection } from "../pricing/priceSelection";
import { checkNumbers } from "../recovery/checkNumbers";
import { retryOnConflict } from "../retryOnConflict";
import { settlementStatements } from "../settlement/orderPaidHandlers";
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
  if (priced.total > MAX_CHARGE) throw new Invalid("The total cannot be more than $999,999.99.", "packageCounts");

  await checkNumbers(ctx);
  // Posted twice, the number taken, or written with a lost response: read again and retry.
  const attempt = async () => {
    const [made, [next]] = await ctx.db.batch([
      ctx.db.select().from(orders).where(eq(orders.checkoutKey, input.checkoutKey)),
      ctx.db.select({ number: nextOrderNumber }).from(sql`(select 1)`),
    ]);
    if (made[0]) return { id: sameOrder(made[0], input, staff) };
    if (input.totalPrice !== priced.total)
      throw new Conflict("The price has changed. Please check the new total and create the order again.", undefined, {
        totalPrice: priced.total,
      });
    return { id: await writeOrder(ctx, { input, staff, client, service, priced, number: next!.number }) };
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
    made.total === input.totalPrice &&
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
  number: number;
}

async function writeOrder(ctx: Context, made: NewManualOrder): Promise<string> {
  const { input, staff, client, service, priced, number } = made;
  const { email, firstName, lastName, id: clientId, ...address } = client;
  const packageIds = priced.lines.map((line) => line.package.id);
  const complete = intakeComplete({ fields: service.intake, packageIds, entries: [], hasUpload: false });
  const order: typeof orders.$inferSelect = {
    id: newId(ctx.now),
    number,
    serviceId: service.id,
    serviceName: service.name,
    clientId,
    billing: {
      address: address.address ?? "",
      city: address.city ?? "",
      state: address.state ?? "",
      zipCode: address.zipCode ?? "",
      country: address.country ?? "",
      phoneNo: address.phoneNo ?? "",
    },
    status: complete ? "Active" : "Inputs_Required",
    statusBeforeCancel: null,
    subStatuses: [],
    assignedToId: null,
    notes: "",
    cancelReason: null,
    paymentType: "MANUAL",
    account: service.account,
    orderDuration: service.orderDuration,
    frequency: service.frequency,
    subtotal: priced.subtotal,
    tieredTotal: priced.tieredTotal,
    total: priced.total,
    couponCode: null,
    couponId: null,
    payState: "unpaid",
    refunded: 0,
    paymentIntentId: null,
    checkoutSessionId: null,
    setupIntentId: null,
    checkoutKey: input.checkoutKey,
    transactionDetails: input.transactionDetails,
    subscriptionId: null,
    cycle: null,
    uploadKey: null,
    source: {},
    createdBy: staff.id,
    createdAt: ctx.now,
    startedAt: null,
    paidAt: null,
    completedAt: null,
    approvedAt: null,
    changeRequests: 0,
    version: 1,
  };
  await atomicBatch(ctx.db, [
    ctx.db.insert(orders).values({ ...order, subStatuses: stepsOfService(service.id) }),
    itemStatement(ctx, order.id, priced),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: "created",
      changes: [
        { field: "status", before: null, after: order.status },
        { field: "total", before: null, after: order.total },
      ],
      dedupeKey: `order.created:${order.id}`,
    }),
    ...(await settlementStatements(ctx, {
      order,
      client: { email, firstName, lastName },
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
