import { and, eq } from "drizzle-orm";
import { paymentCustomers, users } from "~db/schema";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { CustomerGone } from "../ports/paymentFailures";
import type { PaymentAccount } from "../ports/payments";

/**
 * Calls `make` with the client's customer id in one payment account, and creates the customer when needed (rules.md
 * payments/two-accounts). Replaces a customer that was deleted at the provider and retries once. `make` must append
 * `keyEnd` to its idempotency key, or the retry could replay the refusal. Parallel calls end with the same customer.
 * Throws PaymentsUnavailable.
 */
export async function forPaymentCustomer<Made>(
  ctx: Context,
  clientId: string,
  account: PaymentAccount,
  make: (customerId: string, keyEnd: string) => Promise<Made>,
): Promise<Made> {
  const stored = await knownCustomer(ctx, clientId, account);
  const customerId = stored ?? (await newCustomer(ctx, clientId, account));
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

/** The stored customer id of a client in one payment account. The caller must have authorized the actor. */
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

/** Creates a customer and stores it in place of `gone`. If another call was first, returns its customer. */
async function newCustomer(ctx: Context, clientId: string, account: PaymentAccount, gone?: string): Promise<string> {
  const client = await ctx.db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, clientId))
    .get();
  if (!client) throw new NotFound();
  const name = `${client.firstName} ${client.lastName}`.trim();
  // The provider refuses a key reused with other parameters, and a name may change between tries. `gone` is part of
  // the key because its own key would return the deleted customer.
  const print = await fingerprint([client.email, name, ...(gone ? [gone] : [])].join("\n"));
  const { email } = client;
  // A restored database may lack the customer that already replaced `gone`, with its payments.
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
