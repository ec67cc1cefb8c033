import { applyPaymentEvent } from "~/domain/billing/applyPaymentEvent";
import { chargeNow } from "~/domain/billing/chargeNow";
import { renewDue } from "~/domain/billing/renewDue";
import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { changeCommissionStatuses } from "~/domain/commissions/changeCommissionStatuses";
import { importPlacements } from "~/domain/intake/importPlacements";
import { updatePlacement } from "~/domain/intake/updatePlacement";
import { type OrderStatus, staffTransitions } from "~/domain/orders/orderStates";
import { updateOrder } from "~/domain/orders/updateOrder";
import { makePayout } from "~/domain/payouts/makePayout";
import { payoutPreview } from "~/domain/payouts/payoutPreview";
import { SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { aClient, aTeamMember, clientOf } from "../engine/agency";
import { clock } from "../engine/clock";
import { command } from "../engine/command";
import { confirmCard, filledForm, PAYABLE, type PayableRow } from "./checkout";
import { COUPONS, type CouponRow, discounted, makeCoupon } from "./coupons";

/** Two or three requests at the same time: the seed decides in which order their calls are answered. */
export const raceCommands = [
  command("place twice", async (world, choice) => {
    const buyer = await aClient(world, choice.a + choice.b);
    const form = await filledForm(world, choice);
    if (!buyer || !form) return;
    const post = () => world.act("place in a race", buyer, choice.fault, (ctx) => placeOrder(ctx, form));
    await world.race([post, post]);
  }),
  command(
    "pay, return and hear of it together",
    async (world, { a, c, fault }) => {
      const order = await world.nth<PayableRow>(a % 3, PAYABLE);
      const buyer = order && (await clientOf(world, order.client_id));
      if (!order?.payment_intent_id || !buyer) return;
      await confirmCard(world, order, order.payment_intent_id, c);
      await world.provider.readEvents();
      const event = world.provider.events.findLast(({ body }) => body.includes('"type":"payment_intent.succeeded"'));
      if (!event) return;
      const heard = await world.act("read event", "system", null, async (ctx) =>
        ctx.payments.readEvent(event.account, event.body, await world.provider.signature(event)),
      );
      if (heard.kind !== "ok") return;
      await world.race([
        () => world.act("complete in a race", buyer, fault, (ctx) => completeOrder(ctx, order.id)),
        () => world.act("webhook in a race", "system", null, (ctx) => applyPaymentEvent(ctx, heard.value)),
        () => world.act("webhook in a race", "system", null, (ctx) => applyPaymentEvent(ctx, heard.value)),
      ]);
    },
    3,
  ),
  command(
    "charge a subscription from all sides",
    async (world, { a, b, fault }) => {
      const one = await world.nth<{ id: string; cycle: number; due: number }>(
        a,
        "select id, current_cycle + 1 as cycle, next_payment as due from subscriptions where status = 'Active' order by id",
      );
      const staff = await aTeamMember(world, b);
      if (!one || !staff) return;
      if (b % 2 === 0) await world.waitUntil(one.due + 1);
      const cron = () => world.act("renew in a race", "system", fault, (ctx) => renewDue(ctx, () => {}));
      const click = () =>
        world.act("charge now in a race", staff, null, (ctx) => chargeNow(ctx, { id: one.id, cycle: one.cycle }));
      await world.race([cron, click, cron]);
    },
    3,
  ),
  command("refund twice", async (world, { a, b, c, fault }) => {
    const order = await world.nth<{ id: string; total: number }>(
      a,
      "select id, total from orders where pay_state <> 'unpaid' and total > 0 order by id",
    );
    const staff = await aTeamMember(world, b, "SuperAdmin", "Admin");
    if (!order || !staff) return;
    const amount = c % 2 === 0 ? order.total : Math.ceil(order.total / 2);
    const key = world.key();
    const form = (requestKey: string) => ({ id: order.id, amount, reason: "Agreed", requestKey });
    await world.race([
      () => world.act("refund in a race", staff, fault, (ctx) => refundOrder(ctx, form(key))),
      () =>
        world.act("refund in a race", staff, null, (ctx) => refundOrder(ctx, form(c % 3 === 0 ? world.key() : key))),
    ]);
  }),
  command(
    "fill in, plan and complete together",
    async (world, choice) => {
      const link = await world.nth<{ id: string; order_id: string; client_id: string }>(
        choice.a,
        "select id, order_id, client_id from placements where state in ('needs_input', 'ready') order by number",
      );
      const client = link && (await clientOf(world, link.client_id));
      const staff = await aTeamMember(world, choice.b);
      if (!link || !client || !staff) return;
      const rows = Array.from({ length: 12 }, (_, n) => ({
        targetUrl: `https://race.example.com/${n}`,
        anchorText: "",
      }));
      const site = SiteProposal.parse({ id: link.id, site: { domain: "race.example.org" } });
      await world.race([
        () =>
          world.act("fill in links in a race", client, choice.fault, (ctx) =>
            importPlacements(ctx, { orderId: link.order_id, rows, dryRun: false }),
          ),
        () =>
          world.act("link in a race", staff, null, async (ctx) => {
            if (choice.c % 2 === 0)
              await updatePlacement(ctx, { id: link.id, targetUrl: "https://race.example.com/staff" });
            else await proposeSites(ctx, [site]);
          }),
        () =>
          world.act("complete in a race", staff, null, (ctx) =>
            updateOrder(ctx, { id: link.order_id, status: "Completed", closeOpenRows: true }),
          ),
      ]);
    },
    3,
  ),
  command("use the last coupon together", async (world, choice) => {
    // A coupon for one order, made for this race half of the time.
    if (choice.c % 2 === 0) await makeCoupon(world, { ...choice, fault: null, c: 1 });
    const coupon = await world.nth<CouponRow>(choice.c % 2 === 0 ? 0 : choice.a, `${COUPONS} order by id desc`);
    const form = await filledForm(world, choice);
    const buyers = [await aClient(world, choice.b), await aClient(world, choice.b + 1)];
    if (!coupon || !form) return;
    await world.race(
      buyers.map(
        (buyer) => async () => {
          const input = { ...form, checkoutKey: world.key(), couponCode: coupon.code };
          const discountedPrice = discounted(form.totalPrice, coupon);
          const figures = { discountedPrice, tax: world.taxOn(discountedPrice) };
          if (buyer)
            await world.act("coupon in a race", buyer, null, (ctx) => placeOrder(ctx, { ...input, ...figures }));
        },
        4,
      ),
    );
  }),
  command("deliver mail twice", (world, { fault }) => world.race([() => world.deliver(fault), () => world.deliver()])),
  command(
    "staff change an order together",
    async (world, { a, b, c }) => {
      const order = await world.nth<{ id: string; total: number; status: OrderStatus }>(
        a,
        "select id, total, status from orders where pay_state <> 'unpaid' and status <> 'Cancelled' order by id",
      );
      const staff = await aTeamMember(world, 0, "SuperAdmin");
      if (!order || !staff) return;
      const { id, total } = order;
      const allowed = staffTransitions[order.status].filter((status) => status !== "Cancelled");
      const acts = [
        () =>
          world.act("status in a race", staff, null, (ctx) =>
            updateOrder(ctx, { id, status: allowed[b % allowed.length] }),
          ),
        () =>
          world.act("cancel in a race", staff, null, (ctx) =>
            cancelOrder(ctx, { id, reason: "Not needed", stopSubscription: false }),
          ),
        () =>
          world.act("refund in a race", staff, null, (ctx) =>
            refundOrder(ctx, { id, amount: Math.max(1, total), reason: "Agreed", requestKey: world.key() }),
          ),
        () =>
          world.act("status in a race", staff, null, (ctx) =>
            updateOrder(ctx, { id, status: allowed[c % allowed.length] }),
          ),
      ];
      await world.race([acts[b % 4]!, acts[c % 4]!]);
    },
    3,
  ),
  command("pay out twice", async (world, { a, b, c }) => {
    const staff = await aTeamMember(world, b, "SuperAdmin");
    const rows = await world.rows<{ id: string }>("select id from commissions order by id");
    if (!staff || rows.length === 0) return;
    const approve = { commissionIds: rows.map(({ id }) => id), newStatus: "APPROVED", reason: "Checked" } as const;
    await world.act("approve all", staff, null, (ctx) => changeCommissionStatuses(ctx, approve));
    // The race may change the same commissions back, which is an event of its own.
    clock.now++;
    const choice = { ids: [], until: clock.now, minimum: 0 };
    const preview = await world.act("preview payout", staff, null, (ctx) => payoutPreview(ctx, choice));
    if (preview.kind !== "ok") return;
    const form = { ...choice, note: "", total: preview.value.total };
    const pay = () =>
      world.act("pay out in a race", staff, null, (ctx) => makePayout(ctx, { ...form, requestKey: world.key() }));
    const newStatus = a % 2 === 0 ? "APPROVED" : "CREATED";
    const input = { commissionIds: rows.map(({ id }) => id), newStatus, reason: "Checked" } as const;
    const hold = () => world.act("commissions in a race", staff, null, (ctx) => changeCommissionStatuses(ctx, input));
    await world.race(c % 2 === 0 ? [pay, pay] : [pay, hold, pay]);
  }),
];
