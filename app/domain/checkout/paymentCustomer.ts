import { and, eq } from "drizzle-orm";
import { paymentCustomers, users } from "~db/schema";
import type { PaymentAccount } from "../catalogue/serviceTypes";
import type { Context } from "../context";
import { NotFound } from "../errors";

/**
 * The client's customer record in one payment account, made when there is none (decision C10). Parallel calls end with
 * the same one. Throws PaymentsUnavailable.
 */
export async function paymentCustomer(ctx: Context, clientId: string, account: PaymentAccount): Promise<string> {
  const known = () =>
    ctx.db
      .select({ customerId: paymentCustomers.customerId })
      .from(paymentCustomers)
      .where(and(eq(paymentCustomers.userId, clientId), eq(paymentCustomers.account, account)))
      .get();
  const existing = await known();
  if (existing) return existing.customerId;
  const client = await ctx.db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, clientId))
    .get();
  if (!client) throw new NotFound();
  const name = `${client.firstName} ${client.lastName}`.trim();
  const customerId = await ctx.payments.createCustomer({
    account,
    email: client.email,
    name,
    userId: clientId,
    // The same key with other parameters is refused, and a name may change between two tries.
    key: `customer:${clientId}:${await fingerprint(`${client.email}\n${name}`)}`,
  });
  await ctx.db
    .insert(paymentCustomers)
    .values({ userId: clientId, account, customerId, createdAt: ctx.now })
    .onConflictDoNothing();
  return (await known())?.customerId ?? customerId;
}

async function fingerprint(text: string) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash).slice(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
