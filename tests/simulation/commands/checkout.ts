import { completeOrder } from "~/domain/checkout/completeOrder";
import { createManualOrder } from "~/domain/checkout/createManualOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeFirstOrder } from "~/domain/checkout/placeFirstOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { testCards } from "../../../workers/card-sandbox/testCards";
import { aClient, aTeamMember, clientOf } from "../engine/agency";
import { clock } from "../engine/clock";
import { command } from "../engine/command";
import { SITE, type World } from "../engine/world";
import { anArrival } from "./people";

export const billingAddress = {
  address: "1 Main Street",
  city: "Austin",
  state: "TX",
  country: "United States",
  zipCode: "78701",
};

/** What a checkout page shows for a selection: the price after the tier discount of ten or more. */
export async function filledForm(world: World, { a, b, c }: { a: number; b: number; c: number }, where = "1 = 1") {
  const chosen = await world.nth<{ id: string; service_id: string; price: number }>(
    a,
    `select p.id, p.service_id, p.price from packages p join services s on s.id = p.service_id
      where p.archived_at is null and s.archived_at is null and ${where} order by p.id`,
  );
  if (!chosen) return undefined;
  const count = [1, 2, 10][b % 3]!;
  const totalPrice = Math.round((chosen.price * count * (count >= 10 ? 90 : 100)) / 100);
  return PlaceOrderInput.parse({
    serviceId: chosen.service_id,
    checkoutKey: world.key(),
    packageCounts: [{ packageId: chosen.id, count }],
    paymentType: c % 2 === 0 ? "SUBSCRIPTION" : "DIRECT",
    billingAddress,
    totalPrice,
    tax: world.taxOn(totalPrice),
  });
}

export interface PayableRow {
  id: string;
  client_id: string;
  account: "regular" | "custom";
  payment_intent_id: string | null;
}

export const PAYABLE = `select id, client_id, account, payment_intent_id from orders
  where pay_state = 'unpaid' and payment_intent_id is not null order by id desc`;

/** The browser confirms the card, as Stripe.js does. Most cards are good ones. */
export async function confirmCard(
  world: World,
  order: Pick<PayableRow, "account">,
  intentId: string,
  n: number,
  fields: Record<string, string> = {},
) {
  const cards = [...testCards, ...testCards.map(() => testCards[0]!)];
  const { number } = cards[n % cards.length]!;
  const intent = (await world.provider.books()).intents.find(({ id }) => id === intentId);
  if (!intent?.client_secret) return;
  await world.provider.browser(order.account, `payment_intents/${intentId}/confirm`, {
    client_secret: intent.client_secret,
    use_stripe_sdk: "true",
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": number,
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "2040",
    "payment_method_data[card][cvc]": "123",
    ...fields,
  });
  if (n % 5 > 0)
    await world.provider.postForm(`${SITE}/__stripe/3ds/${intentId}?client_secret=${intent.client_secret}`, {
      outcome: n % 5 === 1 ? "fail" : "complete",
    });
}

export const checkoutCommands = [
  command(
    "place",
    async (world, { a, b, c, fault }) => {
      const buyer = await aClient(world, a + b);
      const form = await filledForm(world, { a, b, c });
      if (!buyer || !form) return;
      const post = () => world.act("place", buyer, fault, (ctx) => placeOrder(ctx, form));
      const placed = await post();
      if (placed.kind === "ok") world.acknowledge("order", "orders", placed.value.orderSystemId);
      // The form is sent again when no answer came.
      if (placed.kind === "fault" && b % 2 === 0)
        await world.act("place again", buyer, null, (ctx) => placeOrder(ctx, form));
    },
    8,
  ),
  command(
    "pay",
    async (world, { a, b, c, fault }) => {
      const order = await world.nth<PayableRow>(a % 3, PAYABLE);
      if (!order?.payment_intent_id) return;
      await confirmCard(world, order, order.payment_intent_id, c);
      // The browser may be closed before it comes back.
      if (b % 3 === 0) return;
      const buyer = await clientOf(world, order.client_id);
      if (buyer) await world.act("complete", buyer, fault, (ctx) => completeOrder(ctx, order.id));
    },
    8,
  ),
  command(
    "sell",
    async (world, { a, b, c, fault }) => {
      // The whole way with a good card; the fault hits one of its three requests.
      const buyer = await aClient(world, a);
      const form = await filledForm(world, { a: b, b: a, c });
      if (!buyer || !form) return;
      const at = (step: number) => (c % 3 === step ? fault : null);
      const placed = await world.act("place", buyer, at(0), (ctx) => placeOrder(ctx, form));
      if (placed.kind !== "ok" || !placed.value.clientSecret) return;
      const { orderSystemId: id, account, clientSecret } = placed.value;
      world.acknowledge("order", "orders", id);
      await confirmCard(world, { account }, clientSecret.split("_secret_")[0]!, 0);
      if (b % 4 > 0) await world.act("complete", buyer, at(1), (ctx) => completeOrder(ctx, id));
      await world.provider.readEvents();
      for (const event of world.provider.events.filter((one) => !world.delivered.has(one.id) && one.body.includes(id)))
        if (b % 3 > 0) await world.webhook(event, at(2));
    },
    14,
  ),
  command(
    "sell to a visitor",
    async (world, { a, b, c, fault }) => {
      const form = await filledForm(world, { a, b, c });
      if (!form) return;
      const person = { firstName: "Mary", lastName: `Jackson ${a}`, email: `visitor${a % 40}@example.com` };
      const origin = { arrival: await anArrival(world, b), timeZone: null };
      const post = (again: boolean) =>
        world.act(again ? "first order again" : "first order", "anonymous", again ? null : fault, (ctx) =>
          placeFirstOrder(ctx, form, person, origin),
        );
      let placed = await post(false);
      // The form is sent again when no answer came, and by an impatient buyer.
      if (placed.kind === "fault" || b % 5 === 0) placed = await post(true);
      // A known address signs in first.
      if (placed.kind !== "ok" || !placed.value) return;
      const { order, buyer } = placed.value;
      world.acknowledge("order", "orders", order.orderSystemId);
      if (!order.clientSecret || c % 4 === 0) return;
      await confirmCard(world, order, order.clientSecret.split("_secret_")[0]!, c);
      const { actor } = buyer;
      if (b % 3 > 0 && actor.kind === "user")
        await world.act("complete", actor.user, null, (ctx) => completeOrder(ctx, order.orderSystemId));
    },
    4,
  ),
  command(
    "pay on the hosted page",
    async (world, { a, b, c, fault }) => {
      const order = await world.nth<PayableRow>(
        a,
        "select id, client_id from orders where pay_state = 'unpaid' order by id desc",
      );
      const buyer = order && (await clientOf(world, order.client_id));
      if (!buyer) return;
      const page = await world.act("open hosted page", buyer, fault, (ctx) => payOrderHosted(ctx, order.id));
      if (page.kind !== "ok" || page.value.paid) return;
      const cards = [...testCards, ...testCards.map(() => testCards[0]!)];
      await world.provider.postForm(page.value.url, {
        email: "buyer@example.com",
        expiry: "12 / 40",
        cvc: "123",
        name: "A Buyer",
        number: cards[c % cards.length]!.number,
      });
      if (b % 2 === 0) await world.act("complete", buyer, null, (ctx) => completeOrder(ctx, order.id));
    },
    3,
  ),
  command("make a manual order", async (world, { a, b, c, fault }) => {
    const staff = await aTeamMember(world, a);
    const client = await aClient(world, b);
    const form = await filledForm(world, { a, b, c });
    if (!staff || !client || !form) return;
    const { checkoutKey, serviceId, packageCounts, totalPrice } = form;
    const [profile] = await world.rows<{ country: string | null }>(
      `select country from users where id = '${client.id}'`,
    );
    const tax = profile?.country === billingAddress.country ? world.taxOn(totalPrice) : 0;
    const details = { clientId: client.id, paidDate: clock.now, transactionDetails: "Wire", totalPrice, tax };
    const input = { checkoutKey, serviceId, packageCounts, ...details };
    const made = await world.act("manual order", staff, fault, (ctx) => createManualOrder(ctx, input));
    if (made.kind === "ok") world.acknowledge("order", "orders", made.value.id);
    if (made.kind === "fault")
      await world.act("manual order again", staff, null, (ctx) => createManualOrder(ctx, input));
  }),
  command("return", async (world, { a, fault }) => {
    const order = await world.nth<PayableRow>(a, "select id, client_id from orders order by id desc");
    const buyer = order && (await clientOf(world, order.client_id));
    if (buyer) await world.act("complete", buyer, fault, (ctx) => completeOrder(ctx, order.id));
  }),
  command("resume", async (world, { a, fault }) => {
    const order = await world.nth<PayableRow>(
      a,
      "select id, client_id from orders where pay_state = 'unpaid' order by id",
    );
    const buyer = order && (await clientOf(world, order.client_id));
    if (buyer) await world.act("resume", buyer, fault, (ctx) => resumeOrder(ctx, order.id));
  }),
];
