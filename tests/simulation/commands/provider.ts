import { accounts } from "../../../workers/card-sandbox/keys";
import { command } from "../engine/command";

export const providerCommands = [
  command(
    "webhook",
    async (world, { a, fault }) => {
      // In any order; one that was delivered may come again.
      const waiting = world.provider.events.filter(({ id }) => !world.delivered.has(id));
      const list = a % 4 === 0 ? world.provider.events : waiting;
      const event = list[a % list.length];
      if (event) await world.webhook(event, fault);
    },
    6,
  ),
  command(
    "webhooks",
    async (world, { a }) => {
      const waiting = world.provider.events.filter(({ id }) => !world.delivered.has(id));
      for (const event of a % 2 === 0 ? waiting : waiting.toReversed()) await world.webhook(event);
    },
    4,
  ),
  command("bank settles", (world) => world.provider.settle()),
  command(
    "the bank is slow",
    async (world, { a }) => {
      const route = "POST /v1/payment_intents/:id/confirm";
      await world.provider.world(accounts[a % 2]!).fault({ route, kind: "processing", times: 1, delayMs: 0 });
    },
    1,
  ),
  command("refund at the provider", async (world, { a, b }) => {
    const { charges } = await world.provider.books();
    const paid = charges.filter(({ status, refunded, disputed }) => status === "succeeded" && !refunded && !disputed);
    const charge = paid[a % paid.length];
    if (!charge) return;
    const left = charge.amount - charge.amount_refunded;
    await world.provider.refund(charge, b % 2 === 0 ? left : Math.ceil(left / 3));
  }),
];
