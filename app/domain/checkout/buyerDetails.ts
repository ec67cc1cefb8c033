import { eq } from "drizzle-orm";
import { users } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";

/**
 * The signed-in buyer and their profile address, which prefill the checkout (rules.md checkout/billing-address).
 * Returns null for visitors.
 */
export async function buyerDetails(ctx: Context) {
  authorize(ctx, "checkout.view");
  const user = userOf(ctx.actor);
  if (!user) return null;
  const profile = await ctx.db
    .select({
      address: users.address,
      city: users.city,
      state: users.state,
      zipCode: users.zipCode,
      country: users.country,
      phoneNo: users.phoneNo,
      company: users.company,
      taxId: users.taxId,
    })
    .from(users)
    .where(eq(users.id, user.id))
    .get();
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    staff: user.role === "ADMIN",
    address: profile?.address ?? "",
    city: profile?.city ?? "",
    state: profile?.state ?? "",
    zipCode: profile?.zipCode ?? "",
    country: profile?.country ?? "",
    phoneNo: profile?.phoneNo ?? "",
    company: profile?.company ?? "",
    taxId: profile?.taxId ?? "",
  };
}
