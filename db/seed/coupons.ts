import { CouponInput } from "~/domain/coupons/couponInput";
import type { CouponOffer } from "~/domain/coupons/couponOffer";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import type { SeededAccounts } from "./accounts";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";

/** A coupon of the seeded past, and the orders that used it. */
interface SeedCoupon {
  offer: Pick<CouponOffer, "code" | "type" | "discount" | "serviceIds">;
  /** Orders are counted from 0, oldest first. */
  has(index: number): boolean;
  until: number;
  /** Maximum number of orders that used it. */
  most: number;
}

/** The part of an order that decides its coupon. */
interface PlannedOrder {
  index: number;
  at: number;
  clientId: string;
  serviceId: string;
  /** Cents. */
  tieredTotal: number;
}

/** Minimum order total for a discount, in cents. */
const WORTH_IT = 60_00;

/**
 * Coupons in every state, created through the operation before the first order: in use, an affiliate's, expired, used
 * up and unused. Returns which coupon an order used.
 */
export async function seedCoupons(seed: Seed, { superAdmin, clients }: SeededAccounts, serviceIds: readonly string[]) {
  const { now } = seed.env;
  const madeAt = now - 121 * DAY_MS;
  const expired = Math.floor((now - 40 * DAY_MS) / DAY_MS) * DAY_MS;
  const affiliateId = clients.find(({ user }) => user.affiliate)?.user.id;
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  const planned = [
    {
      input: { code: "WELCOME10", type: "PERCENTAGE", discount: 10, limitOnePerCustomer: true },
      description: "For first orders, in the welcome mail",
      has: (index: number) => index % 23 === 5,
    },
    {
      input: { code: "PARTNER15", type: "PERCENTAGE", discount: 15, affiliateId },
      description: "Given out by our affiliate at talks",
      services: serviceIds.slice(0, 3),
      has: (index: number) => index % 9 === 7,
    },
    {
      input: { code: "SPRING25", type: "FIXED", discount: 25, setExpiry: true, expiryDate: date(expired) },
      description: "Spring campaign",
      has: (index: number) => index % 29 === 3,
      until: expired,
    },
    {
      input: { code: "FIRST5", type: "PERCENTAGE", discount: 20, limitUsages: true, limit: 5 },
      description: "The first five to answer the newsletter",
      has: (index: number) => index > 120 && index % 5 === 2,
      most: 5,
    },
    {
      input: {
        code: "BUNDLE50",
        type: "PERCENTAGE",
        discount: 50,
        limitUsages: true,
        limit: 100,
        setExpiry: true,
        expiryDate: date(now + 60 * DAY_MS),
      },
      description: "Two services for half the price",
      services: serviceIds.slice(1, 3),
      has: () => false,
    },
    {
      input: {
        code: "FREETRIAL",
        type: "PERCENTAGE",
        discount: 100,
        limitOnePerCustomer: true,
        limitUsages: true,
        limit: 10,
      },
      description: "A first order without a charge, agreed by phone",
      services: serviceIds.slice(0, 1),
      has: () => false,
    },
  ];
  const coupons: SeedCoupon[] = [];
  for (const [
    index,
    { input, description, services = serviceIds, has, until = now, most = 1000 },
  ] of planned.entries()) {
    const ctx = seedContext(seed, actingAs(superAdmin), madeAt + index * 60_000);
    const made = await saveCoupon(ctx, CouponInput.parse({ ...input, description, serviceIds: services }));
    coupons.push({
      offer: { code: made.code, type: made.type, discount: made.discount, serviceIds: [...services] },
      has,
      until,
      most,
    });
  }
  const taken = new Map<string, number>();
  const had = new Set<string>();
  return (order: PlannedOrder) => {
    const coupon = coupons.find(
      ({ offer, has, until, most }) =>
        has(order.index) &&
        order.at < until &&
        order.tieredTotal >= WORTH_IT &&
        offer.serviceIds.includes(order.serviceId) &&
        (taken.get(offer.code) ?? 0) < most &&
        !had.has(offer.code + order.clientId),
    );
    if (!coupon) return null;
    taken.set(coupon.offer.code, (taken.get(coupon.offer.code) ?? 0) + 1);
    had.add(coupon.offer.code + order.clientId);
    return coupon.offer;
  };
}
