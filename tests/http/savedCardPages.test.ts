import type { ActionFunction } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId } from "~/paths";
import { subscriptions } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aPortal, SITE } from "../support/portal";
import { cardsOf, keepCard, subscribe } from "../support/savedCards";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterAll(() => stack.stop());

const pages = import.meta.glob<{ action: ActionFunction }>(
  "../../app/routes/_app.subscriptions.mine.$subscriptionId.card.tsx",
);

test("the card page takes a saved card, and names a removed one", async () => {
  const buying = await stack.aBuyer();
  await subscribe(stack, buying);
  await keepCard(stack, buying, "5555555555554444");
  const card = (await cardsOf(buying)).find(({ last4 }) => last4 === "4444")!;
  const stored = () => stack.db.select().from(subscriptions).where(eq(subscriptions.clientId, buying.buyer.id)).get();
  const { id } = (await stored())!;
  const post = async (fields: Record<string, string>) => {
    const { action } = await Object.values(pages)[0]!();
    const request = new Request(`${SITE}/form`, { method: "POST", body: new URLSearchParams(fields) });
    const portal = aPortal(buying.ctx, request);
    return (await action({ request, params: { subscriptionId: encodeId(id) }, context: { portal } })) as Response;
  };
  const gone = await post({ intent: "hosted", savedCardId: "pm_unknown" });
  expect([gone.status, await gone.text()]).toEqual([400, expect.stringContaining('"savedCardId":["This card is no')]);
  const opened = await post({ intent: "open", with: "script", savedCardId: card.id });
  expect(await opened.json()).toMatchObject({ setup: { clientSecret: expect.stringMatching(/^seti_/) } });
  const taken = await post({ intent: "hosted", savedCardId: card.id });
  expect(taken.status).toBeLessThan(400);
  expect(await stored()).toMatchObject({ paymentMethodId: card.id, cardLast4: "4444" });
});
