import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import { type CheckoutService, checkoutService } from "../catalogue/checkoutService";
import type { Context } from "../context";
import { Conflict, Invalid, NotFound } from "../errors";
import { type Cents, MAX_CHARGE } from "../money";
import type { OrderRow } from "../orderPaid";
import { hasTooManyLinks, NOTHING_CHOSEN, TOO_MANY_LINKS } from "../pricing/orderProblem";
import { orderTaxes } from "../pricing/orderTaxes";
import { priceSelection } from "../pricing/priceSelection";
import type { Taxes } from "../taxes";
import { CLIENT_REQUIRED, SERVICE_REQUIRED, type UnpaidOrderInput } from "./manualOrderInput";

export const RELOAD = "Please reload the page and try again.";
/** Enough for a number that others take: of all concurrent attempts, one succeeds. */
export const NUMBER_TRIES = 25;

/** What staff sell to a client, read and priced on the server. Cents. */
export interface StaffSale {
  client: Awaited<ReturnType<typeof clientOf>>;
  service: CheckoutService;
  priced: ReturnType<typeof priceSelection>;
  taxes: Taxes;
  /** With the added taxes. */
  total: Cents;
}

/** The caller must authorize. Throws Invalid with its field. */
export async function staffSale(ctx: Context, input: UnpaidOrderInput): Promise<StaffSale> {
  const client = await clientOf(ctx, input.clientId);
  const service = await serviceOf(ctx, input.serviceId);
  const priced = priceSelection(service, input);
  if (priced.total === 0) throw new Invalid(NOTHING_CHOSEN, "packageCounts");
  if (hasTooManyLinks(priced)) throw new Invalid(TOO_MANY_LINKS, "packageCounts");
  const taxes = orderTaxes(ctx, client.country ?? "", priced.total);
  const total = priced.total + taxes.added;
  if (total > MAX_CHARGE) throw new Invalid("The total cannot be more than $999,999.99.", "packageCounts");
  return { client, service, priced, taxes, total };
}

/** Throws Conflict with the new figures when they differ from those that the form showed. */
export function assertShownTotal({ priced, taxes }: StaffSale, input: UnpaidOrderInput): void {
  if (input.totalPrice === priced.total && (input.tax ?? 0) === taxes.added) return;
  throw new Conflict("The price has changed. Please check the new total and create the order again.", undefined, {
    totalPrice: priced.total,
    ...(taxes.added > 0 ? { tax: taxes.added } : {}),
  });
}

/** The order that this form already created. Throws Conflict when it is a different one: `isSame` is false. */
export function orderOfForm(made: OrderRow, input: UnpaidOrderInput, staff: { id: string }, isSame: boolean): string {
  // The key belongs to another person's form: reveal nothing about it.
  if (made.createdBy !== staff.id) throw new Conflict(RELOAD, "checkoutKey");
  const same =
    isSame &&
    made.clientId === input.clientId &&
    made.serviceId === input.serviceId &&
    made.total - made.tax === input.totalPrice &&
    made.tax === (input.tax ?? 0);
  if (!same)
    throw new Conflict(
      `Order ${made.number} was already created with this form. Reload the page to create another one.`,
    );
  return made.id;
}

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
      company: users.company,
      taxId: users.taxId,
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
