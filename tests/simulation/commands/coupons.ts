import { placeOrder } from "~/domain/checkout/placeOrder";
import { CouponInput } from "~/domain/coupons/couponInput";
import { deleteCoupon } from "~/domain/coupons/deleteCoupon";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import { aClient, aTeamMember } from "../engine/agency";
import { type Choice, command } from "../engine/command";
import type { World } from "../engine/world";
import { filledForm } from "./checkout";

export interface CouponRow {
  id: string;
  code: string;
  type: "FIXED" | "PERCENTAGE";
  discount: number;
  version: number;
}

export const COUPONS = "select id, code, type, discount, version from coupons where deleted_at is null";
const aCoupon = (world: World, n: number) => world.nth<CouponRow>(n, `${COUPONS} order by id`);

async function couponForm(world: World, { a, b, c }: Choice, code: string) {
  const services = await world.rows<{ id: string }>("select id from services order by id");
  const affiliate = await world.nth<{ id: string }>(a, "select id from users where affiliate = 1 order by id");
  return {
    code,
    type: a % 2 === 0 ? "FIXED" : "PERCENTAGE",
    discount: [10, 50, 100, 7][b % 4],
    status: "ACTIVE",
    serviceIds: services.map(({ id }) => id),
    limitOnePerCustomer: c % 2 === 0,
    ...(c % 3 > 0 ? { limitUsages: true, limit: c % 3 } : {}),
    affiliateId: c % 5 === 0 ? affiliate?.id : null,
  };
}

/** The discount as the checkout shows it: of the total after tiers, never below nothing. */
export const discounted = (total: number, { type, discount }: CouponRow) =>
  Math.max(0, type === "FIXED" ? total - discount : total - Math.round((total * discount) / 100));

export async function makeCoupon(world: World, choice: Choice) {
  const staff = await aTeamMember(world, choice.a);
  const input = CouponInput.parse(await couponForm(world, choice, `CODE${choice.a % 50}`));
  if (staff) await world.act("make coupon", staff, choice.fault, (ctx) => saveCoupon(ctx, input));
}

export const couponCommands = [
  command("make a coupon", makeCoupon, 3),
  command("edit a coupon", async (world, choice) => {
    const coupon = await aCoupon(world, choice.a);
    const staff = await aTeamMember(world, choice.b);
    if (!coupon || !staff) return;
    const form = { ...(await couponForm(world, choice, coupon.code)), id: coupon.id, version: coupon.version };
    await world.act("edit coupon", staff, choice.fault, (ctx) => saveCoupon(ctx, CouponInput.parse(form)));
  }),
  command(
    "delete a coupon",
    async (world, { a, b, fault }) => {
      const coupon = await aCoupon(world, a);
      const staff = await aTeamMember(world, b);
      if (coupon && staff) await world.act("delete coupon", staff, fault, (ctx) => deleteCoupon(ctx, coupon.id));
    },
    1,
  ),
  command(
    "place with a coupon",
    async (world, choice) => {
      const coupon = await aCoupon(world, choice.c);
      const buyer = await aClient(world, choice.a + choice.b);
      const form = await filledForm(world, choice);
      if (!coupon || !buyer || !form) return;
      const discountedPrice = discounted(form.totalPrice, coupon);
      const input = { ...form, couponCode: coupon.code, discountedPrice, tax: world.taxOn(discountedPrice) };
      const placed = await world.act("place with coupon", buyer, choice.fault, (ctx) => placeOrder(ctx, input));
      if (placed.kind === "ok") world.acknowledge("order", "orders", placed.value.orderSystemId);
    },
    6,
  ),
];
