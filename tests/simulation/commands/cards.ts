import { cardChoices } from "~/domain/billing/cardChoices";
import { changeToSavedCard } from "~/domain/billing/changeToSavedCard";
import { ownCards } from "~/domain/billing/ownCards";
import { removeCard } from "~/domain/billing/removeCard";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payWithSavedCard } from "~/domain/checkout/payWithSavedCard";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import type { ActorUser } from "~/domain/context";
import { testCards } from "../../../workers/card-sandbox/testCards";
import { clientOf } from "../engine/agency";
import { command } from "../engine/command";
import { SITE, type World } from "../engine/world";
import { confirmCard, filledForm, type PayableRow } from "./checkout";

/** Cards of several brands that pay, and that no bank asks about. */
const kept = testCards.filter(({ authentication, ...card }) => authentication === "never" && !("decline" in card));

/** A client with a saved card, and the n-th of their cards. */
async function cardOwner(world: World, a: number, n: number) {
  const row = await world.nth<{ id: string }>(a, "select distinct user_id as id from payment_customers order by id");
  const owner = row && (await clientOf(world, row.id));
  if (!owner) return undefined;
  const cards = await world.act("read own cards", owner, null, (ctx) => ownCards(ctx));
  const card = cards.kind === "ok" ? cards.value[n % Math.max(1, cards.value.length)] : undefined;
  return card && { owner, card };
}

async function confirmSaved(world: World, order: Pick<PayableRow, "account">, intentId: string, card: string) {
  const intent = (await world.provider.books()).intents.find(({ id }) => id === intentId);
  if (!intent?.client_secret) return;
  await world.provider.browser(order.account, `payment_intents/${intentId}/confirm`, {
    client_secret: intent.client_secret,
    use_stripe_sdk: "true",
    payment_method: card,
  });
}

const unpaidOf = (world: World, { id }: ActorUser, n: number) =>
  world.nth<PayableRow>(
    n,
    `select id, client_id, account, payment_intent_id from orders where pay_state = 'unpaid' and client_id = '${id}' order by id desc`,
  );

/** Played with the subscriptions. */
export const cardCommands = [
  command(
    "keep a card",
    async (world, { a, b, c, fault }) => {
      // Of a subscriber, whose subscriptions can then change to it.
      const row = await world.nth<{ id: string }>(a, "select distinct client_id as id from subscriptions order by id");
      const buyer = row && (await clientOf(world, row.id));
      const form = await filledForm(world, { a: b, b: a, c: 1 });
      if (!buyer || !form) return;
      const placed = await world.act("place", buyer, null, (ctx) => placeOrder(ctx, form));
      if (placed.kind !== "ok" || !placed.value.clientSecret) return;
      const { orderSystemId: id, account, clientSecret } = placed.value;
      world.acknowledge("order", "orders", id);
      await confirmCard(world, { account }, clientSecret.split("_secret_")[0]!, 0, {
        "payment_method_data[card][number]": kept[c % kept.length]!.number,
        setup_future_usage: "on_session",
      });
      if (b % 3 > 0) await world.act("complete", buyer, fault, (ctx) => completeOrder(ctx, id));
    },
    6,
  ),
  command(
    "pay with a kept card",
    async (world, { a, b, c, fault }) => {
      const at = await cardOwner(world, a, b);
      if (!at) return;
      const { owner, card } = at;
      const order = await unpaidOf(world, owner, b);
      if (!order) {
        const form = await filledForm(world, { a, b, c });
        if (form)
          await world.act("place with kept card", owner, fault, (ctx) =>
            placeOrder(ctx, { ...form, savedCardId: card.id }),
          );
        return;
      }
      if (c % 2 === 0) {
        await world.act("pay by kept card", owner, fault, (ctx) => payWithSavedCard(ctx, order.id, card.id));
        return;
      }
      const opened = await world.act("resume with kept card", owner, fault, (ctx) =>
        resumeOrder(ctx, order.id, { savedCardId: card.id }),
      );
      const intentId = opened.kind === "ok" ? opened.value.clientSecret?.split("_secret_")[0] : undefined;
      if (!intentId?.startsWith("pi_")) return;
      await confirmSaved(world, order, intentId, card.id);
      if (b % 3 > 0) await world.act("complete", owner, null, (ctx) => completeOrder(ctx, order.id));
    },
    4,
  ),
  command("remove a card", async (world, { a, b, fault }) => {
    const at = await cardOwner(world, a, b);
    if (!at) return;
    const { id, subscriptions } = at.card;
    const paysFor = subscriptions.length;
    await world.act("remove card", at.owner, fault, (ctx) => removeCard(ctx, id, { paysFor }));
  }),
  command(
    "change the card of subscriptions",
    async (world, { a, b, c, fault }) => {
      const rows = await world.rows<{ id: string; client_id: string }>(
        "select id, client_id from subscriptions where status <> 'Cancelled' order by id",
      );
      // Begins somewhere, and takes the first subscription whose client has another card.
      for (const row of [...rows.slice(a % (rows.length + 1)), ...rows]) {
        const owner = await clientOf(world, row.client_id);
        if (!owner) continue;
        const choices = await world.act("read card choices", owner, null, (ctx) => cardChoices(ctx, row.id));
        const saved = choices.kind === "ok" ? choices.value.savedCards : [];
        if (saved.length === 0) continue;
        const choice = { savedCardId: saved[b % saved.length]!.id, everySubscription: c % 2 === 0, returnUrl: SITE };
        await world.act("change to kept card", owner, fault, (ctx) => changeToSavedCard(ctx, { id: row.id }, choice));
        return;
      }
    },
    4,
  ),
];
