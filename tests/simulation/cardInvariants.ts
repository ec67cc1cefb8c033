import type Stripe from "stripe";
import { type Invariant, rule } from "./engine/invariant";

export const cardInvariants: Invariant[] = [
  rule(
    "renewal-card",
    "A renewal is charged to a card of its own client and account, and no removed card is charged.",
    async ({ world, rows }) => {
      await world.provider.readEvents();
      const known = await rows<{ id: string; client: string; account: string }>(
        "select id, client_id as client, account from subscriptions",
      );
      const subscriptions = new Map(known.map((one) => [one.id, one]));
      const clients = new Map<unknown, string | undefined>();
      const removed = new Set<unknown>();
      /** Confirmed while the card was kept: the bank's late answer may come after its removal. */
      const underWay = new Set<unknown>();
      const wrong: string[] = [];
      for (const { account, body } of world.provider.events) {
        const { type, data } = JSON.parse(body) as Stripe.Event;
        if (type === "customer.created") clients.set(data.object.id, data.object.metadata.user_id);
        if (type === "payment_method.detached") removed.add(data.object.id);
        if (type === "payment_intent.processing") underWay.add(data.object.id);
        if (type === "payment_intent.payment_failed") underWay.delete(data.object.id);
        if (type !== "charge.succeeded") continue;
        const { id, customer, payment_intent, payment_method, metadata } = data.object;
        if (removed.has(payment_method) && !underWay.has(payment_intent))
          wrong.push(`${id} of the removed ${payment_method}`);
        const subscription = subscriptions.get(metadata.subscription_id ?? "");
        if (subscription && (subscription.account !== account || subscription.client !== clients.get(customer)))
          wrong.push(`${id} of ${customer} in ${account} for ${subscription.id} of ${subscription.client}`);
      }
      return wrong;
    },
  ),
];
