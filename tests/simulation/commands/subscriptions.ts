import { chargeNow } from "~/domain/billing/chargeNow";
import { saveCard } from "~/domain/billing/saveCard";
import { cancelOwnSubscription } from "~/domain/cancellations/cancelOwnSubscription";
import { cancelSubscription } from "~/domain/cancellations/cancelSubscription";
import { openCardSetup } from "~/domain/renewals/openCardSetup";
import { completeRenewal, openRenewalPayment, payRenewal } from "~/domain/renewals/openRenewalPayment";
import { askToCancel } from "~/domain/subscriptions/askToCancel";
import { keepOwnSubscription, keepSubscription } from "~/domain/subscriptions/keepSubscription";
import { testCards } from "../../../workers/card-sandbox/testCards";
import { aTeamMember, clientOf } from "../engine/agency";
import { type Choice, command } from "../engine/command";
import { DAY, type World } from "../engine/world";
import { confirmCard } from "./checkout";

interface SubscriptionRow {
  id: string;
  client_id: string;
  current_cycle: number;
  account: "regular" | "custom";
}

async function subscribed(world: World, { a, b }: Choice, where = "1 = 1") {
  const subscription = await world.nth<SubscriptionRow>(
    a,
    `select id, client_id, current_cycle, account from subscriptions where ${where} order by id`,
  );
  const client = subscription && (await clientOf(world, subscription.client_id));
  const staff = await aTeamMember(world, b);
  return subscription && client && staff ? { subscription, client, staff } : undefined;
}

const LIVE = "status <> 'Cancelled'";

export const subscriptionCommands = [
  command(
    "cancel a subscription",
    async (world, choice) => {
      const at = await subscribed(world, choice, LIVE);
      if (!at) return;
      const { id } = at.subscription;
      await world.act("cancel subscription", at.staff, choice.fault, (ctx) =>
        cancelSubscription(ctx, { id, reason: "Enough" }),
      );
    },
    1,
  ),
  command(
    "cancel my subscription",
    async (world, choice) => {
      const at = await subscribed(world, choice, LIVE);
      if (!at) return;
      const input = { id: at.subscription.id, reason: "" };
      await world.act("cancel my subscription", at.client, choice.fault, (ctx) => cancelOwnSubscription(ctx, input));
      if (choice.c % 3 > 0) return;
      await world.act("keep my subscription", at.client, choice.fault, (ctx) => keepOwnSubscription(ctx, input.id));
    },
    2,
  ),
  command(
    "answer a request to cancel",
    async (world, choice) => {
      const at = await subscribed(world, choice, `${LIVE} and cancel_requested_at is not null`);
      if (!at) return;
      const input = { id: at.subscription.id, reason: "Let us talk" };
      await world.act("keep subscription", at.staff, choice.fault, (ctx) => keepSubscription(ctx, input));
    },
    1,
  ),
  command(
    "ask to cancel",
    async (world, choice) => {
      const at = await subscribed(world, choice, LIVE);
      if (!at) return;
      const input = { id: at.subscription.id, reason: "Too dear" };
      await world.act("ask to cancel", at.client, choice.fault, (ctx) => askToCancel(ctx, input));
    },
    1,
  ),
  command(
    "Charge Now",
    async (world, choice) => {
      const at = await subscribed(world, choice, LIVE);
      if (!at) return;
      const input = { id: at.subscription.id, cycle: at.subscription.current_cycle + 1 };
      await world.act("charge now", at.staff, choice.fault, (ctx) => chargeNow(ctx, input));
    },
    4,
  ),
  command(
    "replace the card",
    async (world, choice) => {
      const at = await subscribed(world, choice, LIVE);
      if (!at) return;
      const { subscription, client } = at;
      const setup = await world.act("open card setup", client, null, (ctx) =>
        openCardSetup(ctx, { id: subscription.id }, { everySubscription: choice.a % 2 === 0 }),
      );
      if (setup.kind !== "ok" || !setup.value.clientSecret) return;
      const { setupIntentId, clientSecret, account } = setup.value;
      const cards = [testCards[0]!, testCards[1]!, testCards[10]!, testCards[0]!, testCards[13]!];
      await world.provider.browser(account, `setup_intents/${setupIntentId}/confirm`, {
        client_secret: clientSecret,
        use_stripe_sdk: "true",
        "payment_method_data[type]": "card",
        "payment_method_data[card][number]": cards[choice.c % cards.length]!.number,
        "payment_method_data[card][exp_month]": "12",
        "payment_method_data[card][exp_year]": "2040",
        "payment_method_data[card][cvc]": "123",
      });
      if (choice.b % 4 === 0) return;
      await world.act("save card", client, choice.fault, (ctx) =>
        saveCard(ctx, { id: subscription.id }, { setupIntentId }),
      );
    },
    4,
  ),
  command(
    "pay a renewal by hand",
    async (world, choice) => {
      const at = await subscribed(world, choice, "status in ('Due', 'Past_Due')");
      if (!at) return;
      const { subscription, client } = at;
      const { id } = subscription;
      const open = await world.act("open renewal", client, choice.fault, (ctx) => openRenewalPayment(ctx, { id }));
      if (open.kind !== "ok" || !open.value.clientSecret) return;
      const intentId = open.value.clientSecret.split("_secret_")[0]!;
      await confirmCard(world, subscription, intentId, choice.c);
      if (choice.b % 3 > 0) await world.act("complete renewal", client, null, (ctx) => completeRenewal(ctx, { id }));
    },
    3,
  ),
  command(
    "a renewal comes late",
    async (world, { a, b, fault }) => {
      const one = await world.nth<{ due: number }>(
        a,
        "select next_payment as due from subscriptions where status = 'Active' order by id",
      );
      if (!one) return;
      await world.waitUntil(one.due + (1 + (b % 80)) * DAY);
      // Billing waits until the provider's events are read.
      await world.cron("0 * * * *");
      await world.cron("*/10 * * * *", fault);
    },
    3,
  ),
  command("pay a renewal with the stored card", async (world, choice) => {
    const at = await subscribed(world, choice, "status in ('Due', 'Past_Due')");
    if (!at) return;
    const input = { id: at.subscription.id, returnPath: "/orders" };
    await world.act("pay renewal", at.client, choice.fault, (ctx) => payRenewal(ctx, input as never));
  }),
];
