import { and, eq } from "drizzle-orm";
import { paymentCustomers, users } from "~db/schema";
import type { PaymentAccount } from "../catalogue/serviceTypes";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { CustomerGone } from "../ports";

/**
 * Makes something at the provider for a client's customer record in one payment account, which is made when there is none
 * (decision C10). One that was deleted there is replaced, once: nobody could ever buy again by it. Parallel calls end with
 * the same record. `keyEnd` belongs behind the key of what is made: under its own one the provider may have kept the refusal.
 * Throws PaymentsUnavailable.
 */
export async function forPaymentCustomer<Made>(
  ctx: Context,
  clientId: string,
  account: PaymentAccount,
  make: (customerId: string, keyEnd: string) => Promise<Made>,
): Promise<Made> {
  const known = await knownCustomer(ctx, clientId, account);
  const customerId = known ?? (await newCustomer(ctx, clientId, account));
  try {
    return await make(customerId, "");
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    const replaced = await newCustomer(ctx, clientId, account, customerId);
    return await make(replaced, `:${replaced}`);
  }
}

const recordOf = (clientId: string, account: PaymentAccount) =>
  and(eq(paymentCustomers.userId, clientId), eq(paymentCustomers.account, account));

/** The client's record in one payment account, if there is one. The caller has authorised. */
export async function knownCustomer(
  ctx: Context,
  clientId: string,
  account: PaymentAccount,
): Promise<string | undefined> {
  const row = await ctx.db
    .select({ customerId: paymentCustomers.customerId })
    .from(paymentCustomers)
    .where(recordOf(clientId, account))
    .get();
  return row?.customerId;
}

/** Makes the record and stores it in place of `gone`, unless another call was first: then its record is the answer. */
async function newCustomer(ctx: Context, clientId: string, account: PaymentAccount, gone?: string): Promise<string> {
  const client = await ctx.db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, clientId))
    .get();
  if (!client) throw new NotFound();
  const name = `${client.firstName} ${client.lastName}`.trim();
  // The same key with other parameters is refused, and a name may change between two tries. The key of the record that is
  // gone would bring that one again.
  const print = await fingerprint([client.email, name, ...(gone ? [gone] : [])].join("\n"));
  const { email } = client;
  // A restored database may have forgotten the record that took its place, and what was paid by that one.
  const replacement = gone ? await ctx.payments.findCustomer(account, { email, userId: clientId }) : null;
  const key = `customer:${clientId}:${print}`;
  const customerId =
    replacement ?? (await ctx.payments.createCustomer({ account, email, name, userId: clientId, key }));
  await ctx.db
    .insert(paymentCustomers)
    .values({ userId: clientId, account, customerId, createdAt: ctx.now })
    .onConflictDoUpdate({
      target: [paymentCustomers.userId, paymentCustomers.account],
      set: { customerId },
      setWhere: eq(paymentCustomers.customerId, gone ?? ""),
    });
  return (await knownCustomer(ctx, clientId, account)) ?? customerId;
}

async function fingerprint(text: string) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash).slice(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
