import { eq } from "drizzle-orm";
import { answerApi } from "~/api/answerApi.server";
import type { Visit } from "~/domain/affiliates/visit";
import { clickCookie } from "~/domain/attribution/clickCookie";
import type { Actor } from "~/domain/context";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { NOTICE_WINDOW_MS } from "~/domain/notifications/noticeWindow";
import { deliverOutbox, type OutboxTransports } from "~/domain/outbox/deliverOutbox";
import { handleStripeWebhook } from "~/http/stripeWebhook.server";
import { openDb } from "~db/client.server";
import { newId } from "~db/ids";
import { intakeFields, users } from "~db/schema";
import { type SentStatement, wrapD1 } from "~db/wrapD1";
import { storeVisits } from "../../workers/referral/storeVisits";
import { aMember, PASSWORD } from "./accounts";
import { startCheckoutStack } from "./checkoutStack";
import { anAffiliate, anAgreement } from "./commissions";
import { aFile, pdfBytes } from "./fileBytes";
import { SITE } from "./portal";
import { actingAs, actingSystem, anonymous } from "./testContext";

/** What one step of the order used. Rows are Cloudflare's billed rows: entries of tables and of indexes. */
export interface StepCost {
  step: string;
  /** False for what many orders have but not every one: messages, a report and its approval. */
  always: boolean;
  rowsRead: number;
  rowsWritten: number;
  statements: number;
  /** Calls of a Worker from outside: API calls, clicks, webhooks. */
  requests: number;
  queueMessages: number;
  /** Calls of a person's hub. */
  pushes: number;
  emails: number;
  /** How long the database worked, in ms. */
  databaseMs: number;
}

export interface WrittenBy {
  step: string;
  sql: string;
  rowsWritten: number;
}

interface Sent {
  body?: object;
  bearer?: string;
  cookie?: string;
}

/** The numbers of a step, in the order in which they are printed. */
export const costKeys = [
  "rowsWritten",
  "rowsRead",
  "statements",
  "requests",
  "queueMessages",
  "pushes",
  "emails",
  "databaseMs",
] as const;

/**
 * One whole order on the real parts: a click on an affiliate's link, sign-up, checkout, payment with its webhook,
 * intake form, and work by one of `staff` who is signed in, up to Completed. The second order of a portal, whose
 * counters exist. Returns the cost by step and what each statement wrote. `before` and `after` may look at its
 * database.
 */
export async function wholeOrder({ staff = 3, before, after }: Watching = {}): Promise<{
  steps: StepCost[];
  writes: WrittenBy[];
}> {
  const stack = await startCheckoutStack();
  try {
    return await drive(stack, { staff, before, after });
  } finally {
    await stack.stop();
  }
}

type Stack = Awaited<ReturnType<typeof startCheckoutStack>>;

interface Watching {
  /** All members of the team; three have names. */
  staff?: number;
  before?(stack: Stack): Promise<void>;
  after?(stack: Stack): Promise<void>;
}

async function drive(stack: Stack, { staff: team = 3, before, after }: Watching) {
  const { db } = stack;
  const staff = { role: "ADMIN", firstLogin: false } as const;
  await aMember(db, { ...staff, firstName: "Sam", privileges: "SuperAdmin" });
  await aMember(db, { ...staff, firstName: "Ada", privileges: "Admin" });
  const manager = await aMember(db, { ...staff, firstName: "Max", privileges: "Manager" });
  for (let n = 3; n < team; n++) await aMember(db, { ...staff, firstName: `Member${n}`, privileges: "Manager" });
  const affiliate = await anAffiliate(db);
  const { service, packages, form } = await stack.aBuyer({ turnaroundDays: 5 });
  await anAgreement(db, affiliate, service.id);
  const field = { itemType: "TEXT", mandatory: true, name: "Website", sequence: 0 } as const;
  const fieldId = newId(stack.now());
  await db.insert(intakeFields).values({ ...field, id: fieldId, serviceId: service.id });

  const steps: StepCost[] = [];
  const writes: WrittenBy[] = [];
  let cost: StepCost;
  const start = (step: string, { always = true } = {}) => {
    cost = Object.assign({ step, always } as StepCost, Object.fromEntries(costKeys.map((key) => [key, 0])));
    steps.push(cost);
  };
  const add = ({ sql }: SentStatement, { meta }: D1Result) => {
    cost.statements += 1;
    cost.rowsRead += meta.rows_read;
    cost.rowsWritten += meta.rows_written;
    cost.databaseMs += meta.duration;
    if (meta.rows_written > 0) writes.push({ step: cost.step, sql, rowsWritten: meta.rows_written });
  };
  const counted = wrapD1(stack.binding, {
    onStatement: async (statement, run) => {
      const result = await run();
      add(statement, result);
      return result;
    },
    onBatch: async (statements, run) => {
      const results = await run();
      for (const [index, result] of results.entries()) add(statements[index]!, result);
      return results;
    },
  });
  const countedDb = openDb(counted);

  let later = 0;
  const context = (actor: Actor) => {
    const made = stack.context(actor, { db: countedDb, now: stack.now() + later, address: "203.0.113.7" });
    made.publish.outboxWaiting = async () => void cost.queueMessages++;
    return made;
  };
  const call = async (method: string, path: string, { body, bearer, cookie }: Sent = {}) => {
    cost.requests++;
    const ctx = context(anonymous);
    const headers = { ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}), ...(cookie ? { Cookie: cookie } : {}) };
    const sent = body instanceof FormData || body === undefined ? body : JSON.stringify(body);
    const answer = await answerApi(ctx, new Request(`${SITE}/api${path}`, { method, headers, body: sent ?? null }));
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    await ctx.settled();
    return JSON.parse(text);
  };
  const transports: OutboxTransports = {
    sendMail: async () => void cost.emails++,
    push: async () => void cost.pushes++,
  };
  /** The queue's delivery of what the steps before wrote. */
  const deliver = () => deliverOutbox(context(actingSystem), transports);
  const signIn = async (email: string) =>
    (await call("POST", "/user/signIn", { body: { email, password: PASSWORD } })).jwtToken as string;

  start("staff signs in");
  const member = await signIn(manager.email);
  await order("first@example.com");
  steps.length = 0;
  writes.length = 0;
  await before?.(stack);
  await order("second@example.com");
  await after?.(stack);
  return { steps, writes };

  async function order(email: string) {
    later = 0;
    start("visit");
    const visit: Visit = {
      id: newId(stack.now()),
      code: affiliate.affiliateCode!,
      landingPath: "/",
      referrer: "",
      userAgent: "Firefox",
      bot: false,
      at: stack.now(),
    };
    cost!.requests++;
    cost!.queueMessages++;
    const message = { body: visit, attempts: 1, ack: () => {}, retry: () => {} };
    await storeVisits({ messages: [message] } as never, counted, {} as never);

    start("sign up");
    const { siteUrl, signer } = context(anonymous);
    const click = { id: visit.id, affiliateCode: visit.code, at: visit.at };
    const cookie = (await clickCookie(click, siteUrl, (payload) => signer.mac("click", payload))).split(";")[0]!;
    const buyer = { firstName: "Grace", lastName: "Hopper", email, password: PASSWORD };
    await call("POST", "/user/signUp", { body: buyer, cookie });
    const bearer = await signIn(buyer.email);
    await deliver();

    start("place the order");
    await call("GET", "/service/visible", { bearer });
    await call("GET", `/service/fullDetail?id=${service.id}`, { bearer });
    const { paymentType, billingAddress, checkoutKey } = form();
    const placed = await call("POST", "/checkout/order", {
      bearer,
      body: {
        serviceId: service.id,
        paymentType,
        billingAddress,
        checkoutKey,
        phoneNo: "+1 555 0100",
        totalPrice: 100,
        packageCounts: [{ packageId: packages[0]!.id, count: 1 }],
      },
    });
    const id = placed.orderSystemId as string;

    start("pay");
    await stack.confirm({ clientSecret: placed.client_secret, account: placed.account, mode: placed.mode });
    await call("POST", "/checkout/complete", { bearer, body: { orderId: id } });
    const event = await stack.received(id, "payment_intent.succeeded");
    cost!.requests++;
    const webhook = context(actingSystem);
    await handleStripeWebhook(
      webhook,
      event.account,
      new Request(`${SITE}/webhooks/stripe/${event.account}`, {
        method: "POST",
        headers: { "stripe-signature": event.signature },
        body: event.body,
      }) as never,
    );
    await webhook.settled();
    await call("GET", `/checkout/order?id=${id}`, { bearer });
    await deliver();

    start("answer the intake form");
    await call("GET", `/checkout/projectDetails?id=${id}`, { bearer });
    const answers = { items: [{ id: fieldId, value: "https://www.example.com" }] };
    await call("POST", "/checkout/projectDetails", {
      bearer,
      body: { orderId: id, projectPackageData: [{ packageId: packages[0]!.id, values: [answers] }] },
    });
    await deliver();

    start("work on it");
    await call("POST", "/order/find", { bearer: member, body: {} });
    await call("GET", "/notification", { bearer: member });
    const save = async (changes: object) => {
      const { version } = await call("GET", `/order/details?id=${id}`, { bearer: member });
      await call("POST", "/order/details", { bearer: member, body: { _id: id, version, ...changes } });
      await deliver();
    };
    await save({ assignedToAdminId: manager.id });
    await save({ status: "Working" });
    start("two messages", { always: false });
    const say = async (from: string, body: string) => {
      await call("POST", "/order/messages", { bearer: from, body: { orderId: id, messageType: "Customer", body } });
      await deliver();
    };
    await say(member, "We have started.");
    await say(bearer, "Thank you!");

    start("report", { always: false });
    const files = new FormData();
    files.set("id", id);
    files.set("files", aFile(pdfBytes(), "report.pdf", "application/pdf"));
    await call("POST", "/order/reports", { bearer: member, body: files });
    await deliver();
    start("complete");
    await save({ status: "Completed" });
    start("approval and read notifications", { always: false });
    const [report] = await call("GET", `/order/reports?id=${id}`, { bearer });
    cost!.requests++;
    const approving = context(actingAs((await db.select().from(users).where(eq(users.email, buyer.email)).get())!));
    await approveDelivery(approving, { orderId: id, reportId: report.id });
    await approving.settled();
    await deliver();
    for (const { _id } of await call("GET", "/notification", { bearer }))
      await call("PUT", `/notification?id=${_id}`, { bearer });

    start("mail what is unread");
    later = NOTICE_WINDOW_MS + 1000;
    await deliver();
  }
}
