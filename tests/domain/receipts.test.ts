import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { paidCard } from "~/domain/checkout/paidCard";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { NotFound } from "~/domain/errors";
import { saveNoticeChoices } from "~/domain/notifications/noticeChoices";
import { NOTICE_WINDOW_MS } from "~/domain/notifications/noticeWindow";
import { deliverOutbox, type OutboxTransports, type OutgoingMail } from "~/domain/outbox/deliverOutbox";
import { paths } from "~/paths";
import { intakeFields, notifications } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const PDF = new TextEncoder().encode("%PDF-1.7");

async function aPaidOrder(asksDetails = false, choice?: "email") {
  const { buyer, ctx, form, service, packages } = await stack.aBuyer();
  if (choice) await saveNoticeChoices(ctx, { orderPaid: choice } as never);
  if (asksDetails)
    await stack.db
      .insert(intakeFields)
      .values({ id: service.id, serviceId: service.id, name: "URL", itemType: "TEXT", mandatory: true, sequence: 0 });
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed);
  await completeOrder(ctx, placed.orderSystemId);
  return { buyer, ctx, placed, item: packages[0]!.name };
}

/** The mails to a person until notices no longer gather. */
async function mailsTo(email: string, printInvoice?: OutboxTransports["printInvoice"]) {
  const mails: OutgoingMail[] = [];
  const sendMail = async (mail: OutgoingMail) => void mails.push(mail);
  for (const wait of [0, NOTICE_WINDOW_MS, 60 * 60_000])
    await deliverOutbox(stack.system({ now: stack.now() + wait }), {
      sendMail,
      push: async () => {},
      ...(printInvoice ? { printInvoice } : {}),
    });
  return mails.filter(({ to }) => to === email);
}

test("one mail has the items, the invoice and the next step", async () => {
  const { buyer, placed, item } = await aPaidOrder(true);
  const mails = await mailsTo(buyer.email, async ({ total }) => {
    expect(total).toBe(100_00);
    return PDF;
  });
  expect(mails.map(({ subject }) => subject)).toEqual([`Receipt for order ${placed.orderId}`]);
  expect(mails[0]!.text).toContain(`1 × ${item}: $100.00\nTotal paid: $100.00`);
  expect(mails[0]!.text).toContain(
    `Add project details: http://localhost:8788${paths.checkoutSuccess(placed.orderSystemId)}`,
  );
  expect(mails[0]!.html).toContain(`1 × ${item}`);
  expect(mails[0]!.attachments).toEqual([
    { filename: expect.stringMatching(/^Invoice-\d+\.pdf$/), type: "application/pdf", content: PDF },
  ]);
});

test.each([
  ["keeps failing", () => Promise.reject(new Error("no printer"))],
  ["never answers", () => new Promise<never>(() => {})],
])("a receipt leaves without its invoice when the printer %s", async (_, print) => {
  // The time that a print may take passes immediately.
  const real = setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms?: number) =>
    real(work, ms === 12_000 ? 0 : ms)) as typeof setTimeout);
  const { buyer, placed } = await aPaidOrder();
  const mails = await mailsTo(buyer.email, print);
  vi.restoreAllMocks();
  expect(mails).toHaveLength(1);
  expect(mails[0]!.attachments).toBeUndefined();
  expect(mails[0]!.text).toContain("You can view and download the invoice on the order page.");
  expect(mails[0]!.text).toContain(`View order: http://localhost:8788${paths.order(placed.orderSystemId)}`);
});

test("a payment is one notification in the portal, none by email only", async () => {
  const told = async (order: string, person: string) =>
    (await stack.db.select().from(notifications).where(eq(notifications.typeSystemId, order))).filter(
      ({ userId }) => userId === person,
    );
  const both = await aPaidOrder();
  expect(await told(both.placed.orderSystemId, both.buyer.id)).toMatchObject([{ mailOnly: false, mailWantedAt: null }]);
  const mailed = await aPaidOrder(false, "email");
  expect(await told(mailed.placed.orderSystemId, mailed.buyer.id)).toEqual([]);
  expect(await mailsTo(mailed.buyer.email)).toHaveLength(1);
});

test("the buyer reads which card paid", async () => {
  const { ctx, placed } = await aPaidOrder();
  expect(await paidCard(ctx, placed.orderSystemId)).toMatchObject({ brand: "visa", last4: "4242" });
  const { ctx: other } = await stack.aBuyer();
  await expect(paidCard(other, placed.orderSystemId)).rejects.toBeInstanceOf(NotFound);
});
