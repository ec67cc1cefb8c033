import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/dateRange";
import { recordDisputes } from "~/domain/disputes/recordDisputes";
import { Conflict, Forbidden, NotFound } from "~/domain/errors";
import { disputeWithAnswer } from "~/domain/evidence/answerableDispute";
import { prepareDisputeAnswer } from "~/domain/evidence/prepareDisputeAnswer";
import { saveDisputeAnswer } from "~/domain/evidence/saveDisputeAnswer";
import { sendDisputeAnswer } from "~/domain/evidence/sendDisputeAnswer";
import type { AnswerTarget, AnswerTexts } from "~/domain/ports/evidence";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import { newId } from "~db/ids";
import { disputes, history, orderMessages, refunds } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";

let stack: CheckoutStack;
let admin: ActorUser;
beforeAll(async () => {
  stack = await startCheckoutStack();
  admin = await aStaffMember(stack.db, { firstName: "Mia", privileges: "Admin" });
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.sandbox.portal.offsetMs = 0;
});
afterEach(() => expect(stack.violations()).toEqual([]));

const DISPUTED = "4000000000000259";
const SUBMIT = "POST /v1/disputes/:id";

/** A paid order of $100.00 whose dispute is recorded, with a message of the client. */
async function aDispute() {
  const { buyer, ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed, DISPUTED);
  const orderId = placed.orderSystemId;
  await completeOrder(ctx, orderId);
  const payment = { account: placed.account, paymentIntentId: placed.clientSecret!.split("_secret_")[0]! };
  await recordDisputes(stack.system(), payment);
  await stack.db.insert(orderMessages).values([
    { ...aMessage(orderId, buyer.id, "It is live, thank you."), thread: "Customer" },
    { ...aMessage(orderId, admin.id, "internal-4711"), thread: "Admin" },
  ]);
  const row = (await stack.db.select().from(disputes).where(eq(disputes.orderId, orderId)).get())!;
  const target: AnswerTarget = { orderId, disputeId: row.id };
  const provider = () => stack.sandbox[placed.account].disputes.retrieve(row.providerId);
  return { target, buyer, payment, row, provider, account: placed.account };
}
const aMessage = (orderId: string, authorId: string, text: string) => ({
  id: newId(stack.now()),
  orderId,
  authorId,
  body: `<p>${text}</p>`,
  bodySource: text,
  createdAt: stack.now(),
});
const as = (user: ActorUser = admin) => stack.contextOf(user);
const stored = async (target: AnswerTarget) => (await disputeWithAnswer(as(), target)).answer!;
const postedOf = async (target: AnswerTarget, changes: Partial<AnswerTexts> = {}) => {
  const { fields, version } = await stored(target);
  const { receipt: _, customer_communication: __, service_documentation: ___, ...texts } = fields;
  return { version, texts: { ...texts, ...changes } as AnswerTexts };
};
const submissions = ({ evidence_details }: Stripe.Dispute) => evidence_details.submission_count;
const actionsOf = async ({ orderId }: AnswerTarget) =>
  (
    await stack.db
      .select({ action: history.action })
      .from(history)
      .where(and(eq(history.entity, "order"), eq(history.entityId, orderId)))
  )
    .map(({ action }) => action)
    .filter((action) => action.startsWith("Dispute answer"));
const fault = (kind: string, times = 1) => stack.sandbox.control("POST", "fault", { route: SUBMIT, kind, times });
const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

test("fills the provider's fields from the order and sends nothing", async () => {
  const { target, buyer, provider } = await aDispute();
  await prepareDisputeAnswer(as(), target);
  const dispute = await provider();
  expect([dispute.status, dispute.evidence_details.has_evidence, submissions(dispute)]).toEqual([
    "needs_response",
    true,
    0,
  ]);
  expect(dispute.evidence).toMatchObject({
    customer_name: `${buyer.firstName} ${buyer.lastName}`.trim(),
    customer_email_address: buyer.email,
    billing_address: "1 Main Street, Austin, TX 78701, United States",
    product_description: expect.stringContaining("$100.00"),
    receipt: expect.stringMatching(/^file_/),
    customer_communication: expect.stringMatching(/^file_/),
    service_documentation: expect.stringMatching(/^file_/),
  });
  expect(JSON.stringify(dispute.evidence)).not.toContain("internal-4711");
  expect(await actionsOf(target)).toEqual(["Dispute answer prepared"]);
});

test("preparing again keeps what was edited", async () => {
  const { target } = await aDispute();
  await prepareDisputeAnswer(as(), target);
  await saveDisputeAnswer(as(), target, await postedOf(target, { uncategorized_text: "They said thanks." }));
  await prepareDisputeAnswer(as(), target);
  expect((await stored(target)).fields.uncategorized_text).toBe("They said thanks.");
});

test("sends the edited answer once and the dispute is under review", async () => {
  const { target, provider } = await aDispute();
  await prepareDisputeAnswer(as(), target);
  await sendDisputeAnswer(as(), target, await postedOf(target, { service_date: "", product_description: "12 links" }));
  const dispute = await provider();
  expect([dispute.status, submissions(dispute)]).toEqual(["under_review", 1]);
  expect(dispute.evidence).toMatchObject({ product_description: "12 links", service_date: null });
  expect((await disputeWithAnswer(as(), target)).dispute.status).toBe("under_review");
  expect(await stored(target)).toMatchObject({ submittedById: admin.id });
  expect(await actionsOf(target)).toContain("Dispute answer sent");
  expect(await failure(sendDisputeAnswer(as(), target, await postedOf(target)))).toBeInstanceOf(Conflict);
  expect(submissions(await provider())).toBe(1);
});

test("a won dispute returns the money after the answer", async () => {
  const { target, payment, row } = await aDispute();
  await prepareDisputeAnswer(as(), target);
  await sendDisputeAnswer(as(), target, await postedOf(target));
  const closed = await stack.sandbox.control<{ closed: string[] }>("POST", "dispute", {
    ids: [row.providerId],
    outcome: "won",
  });
  expect(closed.closed).toEqual([row.providerId]);
  await recordDisputes(stack.system(), payment);
  const moved = await stack.db.select().from(refunds).where(eq(refunds.orderId, target.orderId));
  expect(moved.map(({ amount }) => amount).toSorted()).toEqual([-100_00, 100_00]);
  expect((await stack.orderRow(target.orderId)).refunded).toBe(0);
});

test("of two edited answers the first is sent and the other is stale", async () => {
  const { target, provider } = await aDispute();
  await prepareDisputeAnswer(as(), target);
  const posts = [
    await postedOf(target, { uncategorized_text: "First tab" }),
    await postedOf(target, { uncategorized_text: "Second tab" }),
  ];
  const results = await Promise.all(posts.map((posted) => failure(sendDisputeAnswer(as(), target, posted))));
  expect(results.filter((error) => error === null)).toHaveLength(1);
  expect(results.find((error) => error !== null)).toBeInstanceOf(Conflict);
  const dispute = await provider();
  const winner = posts[results.indexOf(null)]!.texts.uncategorized_text;
  expect([submissions(dispute), dispute.evidence.uncategorized_text]).toEqual([1, winner]);
  expect((await stored(target)).fields.uncategorized_text).toBe(winner);
});

test("the same answer pressed twice is submitted once", async () => {
  const { target, provider } = await aDispute();
  await prepareDisputeAnswer(as(), target);
  const posted = await postedOf(target);
  await Promise.all([1, 2].map(() => failure(sendDisputeAnswer(as(), target, posted))));
  expect(submissions(await provider())).toBe(1);
  expect((await actionsOf(target)).filter((action) => action === "Dispute answer sent")).toHaveLength(1);
});

test.each(["drop_before", "500"])(
  "an answer that meets %s is sent again",
  async (kind) => {
    const { target, provider } = await aDispute();
    await prepareDisputeAnswer(as(), target);
    const posted = await postedOf(target, { uncategorized_text: "Once more" });
    await fault(kind, kind === "500" ? 1 : 3);
    expect(await failure(sendDisputeAnswer(as(), target, posted))).toBeInstanceOf(PaymentsUnavailable);
    expect((await stored(target)).submittedAt).toBeNull();
    // A stored server error is repeated for its key, so the words change with the next try.
    const again = await postedOf(target, { uncategorized_text: "Once more, please" });
    await sendDisputeAnswer(as(), target, kind === "500" ? again : posted);
    expect(submissions(await provider())).toBe(1);
    expect((await stored(target)).submittedAt).not.toBeNull();
  },
  30_000,
);

test("an answer whose reply is lost counts as sent and is sent once", async () => {
  const { target, provider } = await aDispute();
  await prepareDisputeAnswer(as(), target);
  const posted = await postedOf(target, { uncategorized_text: "Lost on the way" });
  await fault("drop_after", 3);
  expect(await failure(sendDisputeAnswer(as(), target, posted))).toBeInstanceOf(PaymentsUnavailable);
  expect(submissions(await provider())).toBe(1);
  await sendDisputeAnswer(as(), target, posted);
  expect([submissions(await provider()), (await stored(target)).submittedAt !== null]).toEqual([1, true]);
}, 30_000);

test("after the deadline nothing is prepared, saved or sent", async () => {
  const { target } = await aDispute();
  await prepareDisputeAnswer(as(), target);
  const posted = await postedOf(target);
  stack.sandbox.portal.offsetMs = 10 * DAY_MS;
  for (const work of [
    () => prepareDisputeAnswer(as(), target),
    () => saveDisputeAnswer(as(), target, posted),
    () => sendDisputeAnswer(as(), target, posted),
  ])
    expect(await failure(work())).toMatchObject({
      kind: "Conflict",
      message: expect.stringContaining("took answers until"),
    });
});

test("refuses Managers, clients, acting as a client, and foreign orders", async () => {
  const { target, buyer } = await aDispute();
  const manager = await aStaffMember(stack.db, { privileges: "Manager" });
  const impersonated = stack.context({ kind: "impersonated", user: buyer, adminId: admin.id, sessionId: "s" });
  for (const ctx of [as(manager), as(buyer), impersonated])
    expect(await failure(prepareDisputeAnswer(ctx, target))).toBeInstanceOf(Forbidden);
  const other = await aDispute();
  const mixed = { orderId: other.target.orderId, disputeId: target.disputeId };
  expect(await failure(prepareDisputeAnswer(as(), mixed))).toBeInstanceOf(NotFound);
});
