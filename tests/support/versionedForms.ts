import { eq } from "drizzle-orm";
import type { ActorUser } from "~/domain/context";
import { answerName } from "~/domain/intake/answerName";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import type { SettingsPage } from "~/domain/settings";
import { storeUpload } from "~/files/storeUpload";
import { encodeId } from "~/paths";
import type { Db } from "~db/client.server";
import {
  affiliateProgramme,
  announcements,
  clientNotes,
  coupons,
  creatives,
  customerInterfaces,
  intakeFields,
  orderEntries,
  orderItems,
  orders,
  savedReplies,
  savedViews,
  type services,
  settings,
  uploads,
} from "~db/schema";
import { aCustomer, anOrder, aService, aStaffMember } from "./factories";
import { aFile, pngBytes } from "./fileBytes";
import type { PostedRoute } from "./postForm";
import { actingAs, TEST_NOW, testContext } from "./testContext";
import { aTrackedOrder, linksOf } from "./trackedOrder";

export type Fields = Record<string, string>;

export interface PostedForm extends PostedRoute {
  fields: Fields;
  /** What the second person types, and what the same page says when it is sent with other words. */
  other: Fields;
  /** The form holds choices only, so nobody can type a text of their own. */
  choices?: boolean;
  /** The history rows of one save, where it is not one; null where they depend on what changes. */
  recorded?: number | null;
}

export interface Desk {
  staff: ActorUser;
  client: ActorUser;
  orderId: string;
  service: typeof services.$inferSelect;
  packageId: string;
}

export async function aDeskIn(db: Db): Promise<Desk> {
  const staff = await aStaffMember(db, { privileges: "SuperAdmin" });
  const client = await aCustomer(db, { affiliate: true, affiliateCode: "ADA" });
  const { service, packages: made } = await aService(db);
  const order = await anOrder(db, { clientId: client.id, serviceId: service.id, payState: "paid", status: "Working" });
  return { staff, client, orderId: order.id, service, packageId: made[0]!.id };
}

const title = { name: "Spring", version: "1" };
const version = "1";

async function anImage(db: Db, staff: ActorUser, kind: "announcementImage", attachedTo: string) {
  const ctx = testContext(db, actingAs(staff));
  const { key } = await storeUpload(ctx, kind, aFile(pngBytes(), "a.png"));
  await db.update(uploads).set({ attachedTo }).where(eq(uploads.key, key));
  return key;
}

const aSavedPage = (db: Db, key: SettingsPage) =>
  db.insert(settings).values({ key, value: {}, version: 1, updatedAt: TEST_NOW });

const issuerFields = (country: "US" | "IN") => ({
  [`issuers.${country}.name`]: "Acme Inc.",
  [`issuers.${country}.address`]: "1 Main Street",
  [`issuers.${country}.email`]: "billing@example.com",
});

/** Forms of rows that carry a version. */
export const versionedForms = (db: () => Db): Record<string, (desk: Desk) => Promise<PostedForm> | PostedForm> => ({
  order: ({ orderId }) => ({
    route: () => import("~/routes/_app.orders.$orderId"),
    params: { orderId: encodeId(orderId) },
    fields: { version, status: "Working", assignedToId: "none", notes: "Called the client" },
    other: { notes: "Wrote to the client" },
  }),
  "order delivery": ({ orderId }) => ({
    route: () => import("~/routes/_app.orders.$orderId.deliver"),
    params: { orderId: encodeId(orderId) },
    fields: { version, status: "Completed", links: "docs.example.com/audit", message: "Here is your audit" },
    other: { message: "Here is another one" },
  }),
  "order cancellation": ({ orderId }) => ({
    route: () => import("~/routes/_app.orders.$orderId.cancel"),
    params: { orderId: encodeId(orderId) },
    fields: { version, reason: "The client asked for it" },
    other: { reason: "Entered twice" },
  }),
  "order deadline": ({ orderId }) => ({
    route: () => import("~/routes/_app.orders.$orderId.deadline"),
    params: { orderId: encodeId(orderId) },
    fields: { version, dueAt: "2027-01-04", reason: "The author is away" },
    other: { reason: "The client is away" },
  }),
  // Of an order that was paid outside the portal, so that no provider is asked.
  refund: ({ orderId }) => ({
    route: () => import("~/routes/_app.orders.$orderId.refund"),
    params: { orderId: encodeId(orderId) },
    fields: { version, amount: "1.00", reason: "It was late", requestKey: "refund-of-mine" },
    other: { requestKey: "refund-of-theirs" },
  }),
  "order reopening": async ({ orderId }) => {
    await db().update(orders).set({ status: "Cancelled" }).where(eq(orders.id, orderId));
    return {
      route: () => import("~/routes/_app.orders.$orderId.reopen"),
      params: { orderId: encodeId(orderId) },
      fields: { version, reason: "The client wants it after all" },
      other: { reason: "Cancelled by mistake" },
    };
  },
  "gradual start": async ({ staff, client }) => {
    const order = await aTrackedOrder(db(), { staff, client, count: 4 });
    const [row] = await db().select({ version: orders.version }).from(orders).where(eq(orders.id, order.id));
    return {
      route: () => import("~/routes/_app.orders.$orderId.drip"),
      params: { orderId: encodeId(order.id) },
      fields: { version: String(row!.version), "drip.perWeek": "2", "drip.from": "2027-01-04" },
      other: { "drip.perWeek": "3" },
      recorded: null,
    };
  },
  link: async ({ staff, client }) => {
    const order = await aTrackedOrder(db(), { staff, client, count: 2 });
    const [link] = await linksOf(db(), staff, order.id);
    return {
      route: () => import("~/routes/_app.placements.$placementId"),
      params: { placementId: encodeId(link!.id) },
      fields: { version, anchorText: "spring offer", clientReference: "Client 7" },
      other: { anchorText: "summer offer" },
      // Of the link and of its order.
      recorded: 2,
    };
  },
  "saved view": async ({ staff }) => {
    await db().insert(savedViews).values({
      id: "VIEW1",
      ownerId: staff.id,
      name: "Rush",
      nameFolded: "rush",
      list: "/orders",
      search: "status=Working",
      position: 0,
      createdAt: TEST_NOW,
    });
    return {
      route: () => import("~/routes/_app.views.$viewId"),
      params: { viewId: encodeId("VIEW1") },
      fields: { version, name: "Rush orders" },
      other: { name: "Orders in a hurry" },
    };
  },
  profile: () => ({
    route: () => import("~/routes/_app.profile"),
    path: "/profile?form=details",
    fields: {
      version,
      firstName: "Ada",
      lastName: "Example",
      address: "1 Main Street",
      city: "Austin",
      country: "Austria",
      zipCode: "1010",
      phoneNo: "555 1234",
    },
    other: { city: "Vienna" },
  }),
  client: ({ client }) => ({
    route: () => import("~/routes/_app.clients.$clientId.edit"),
    params: { clientId: encodeId(client.id) },
    fields: { version, firstName: "Ada", lastName: "Example", city: "Austin" },
    other: { city: "Vienna" },
  }),
  "excluded sites": ({ client }) => ({
    route: () => import("~/routes/_app.clients.$clientId.excluded-sites"),
    params: { clientId: encodeId(client.id) },
    fields: { version, sites: "a.example.com" },
    other: { sites: "b.example.com" },
    // A text behind a domain would be another domain, or none.
    choices: true,
  }),
  "link rules": ({ service }) => ({
    route: () => import("~/routes/_app.services.$serviceId.packages.rules"),
    params: { serviceId: encodeId(service.id) },
    fields: { version, words: "casino = Gambling", linksPerPage: "5" },
    other: { linksPerPage: "6" },
  }),
  affiliate: ({ client }) => ({
    route: () => import("~/routes/_app.clients.$clientId.affiliate"),
    params: { clientId: encodeId(client.id) },
    fields: { version, affiliateCode: "LOVELACE" },
    other: { affiliateCode: "BYRON" },
  }),
  "affiliate programme": async () => {
    await db().insert(affiliateProgramme).values({ id: "programme" });
    return {
      route: () => import("~/routes/_app.affiliates.settings"),
      fields: { version, holdingDays: "12", minimumPayout: "5" },
      other: { holdingDays: "13" },
    };
  },
  "brand settings": () => ({
    route: () => import("~/routes/_app.settings.brand"),
    fields: { version: "0", name: "Acme", accent: "#0f766e" },
    other: { name: "Acme Links" },
  }),
  "contact settings": () => ({
    route: () => import("~/routes/_app.settings.contact"),
    fields: { version: "0", supportEmail: "help@example.com", "claims[0].text": "Over 100 links a month" },
    other: { supportEmail: "hello@example.com" },
  }),
  "order settings": () => ({
    route: () => import("~/routes/_app.settings.orders"),
    fields: {
      version: "0",
      workingDays: "1",
      silentApprovalHours: "48",
      cartMailsShown: "on",
      secondCartMailHours: "12",
    },
    other: { silentApprovalHours: "72", secondCartMailHours: "15" },
  }),
  "notice settings": () => ({
    route: () => import("~/routes/_app.settings.notices"),
    fields: { version: "0", "customers.report": "email" },
    other: { "customers.report": "none" },
    choices: true,
  }),
  "shop settings": () => ({
    route: () => import("~/routes/_app.settings.shop"),
    fields: { version: "0", open: "on", sites: "https://agency.example.com" },
    other: { sites: "https://www.example.com" },
  }),
  "security settings": () => ({
    route: () => import("~/routes/_app.settings.security"),
    fields: { version: "0", staffTwoFactor: "optional", idleDays: "3", sessionDays: "14" },
    other: { sessionDays: "10" },
  }),
  "company settings": async () => {
    await aSavedPage(db(), "company");
    return {
      route: () => import("~/routes/_app.settings.company"),
      fields: { version, timeZone: "UTC", prefix: "INV-", ...issuerFields("US"), ...issuerFields("IN") },
      other: { prefix: "ACME-" },
    };
  },
  "sender of mails": async () => {
    await aSavedPage(db(), "mail");
    return {
      route: () => import("~/routes/_app.settings.email._index"),
      fields: { version, fromName: "Acme", fromAddress: "mail@example.com", replyTo: "help@example.com" },
      other: { fromName: "Acme Links" },
    };
  },
  "text of a mail": async () => {
    await aSavedPage(db(), "mailTexts");
    return {
      route: () => import("~/routes/_app.settings.email.$mail"),
      params: { mail: "passwordReset" },
      fields: { version, subject: "Your password", body: "Hi {{firstName}}" },
      other: { subject: "A new password" },
    };
  },
  "payment settings": async () => {
    await aSavedPage(db(), "payments");
    return {
      route: () => import("~/routes/_app.settings.payments"),
      fields: { version, retryDays: "2, 4", noticeDays: "5" },
      // The form takes numbers only.
      other: { noticeDays: "6" },
      choices: true,
    };
  },
  "data settings": async () => {
    await aSavedPage(db(), "data");
    return {
      route: () => import("~/routes/_app.settings.data"),
      fields: { version, securityDays: "120", visitMonths: "12", noticeDays: "60" },
      // The form takes numbers only.
      other: { noticeDays: "61" },
      choices: true,
    };
  },
  "team account": async () => {
    const member = await aStaffMember(db(), { privileges: "Manager" });
    return {
      route: () => import("~/routes/_app.teams.$userId"),
      params: { userId: encodeId(member.id) },
      fields: { version, firstName: "Grace", lastName: "Example", privileges: "Admin" },
      other: { firstName: "Mia" },
    };
  },
  "removed team account": async () => {
    const member = await aStaffMember(db(), { privileges: "Manager" });
    return {
      route: () => import("~/routes/_app.teams.$userId_.delete"),
      params: { userId: encodeId(member.id) },
      fields: { version },
      other: {},
    };
  },
  service: ({ service }) => ({
    route: () => import("~/routes/_app.services.$serviceId._index"),
    params: { serviceId: encodeId(service.id) },
    fields: { version, name: "Guest posts", serviceType: "REGULAR", paymentTypes: "DIRECT", templateKey: "" },
    other: { name: "Link building" },
  }),
  package: ({ service, packageId }) => ({
    route: () => import("~/routes/_app.services.$serviceId.packages.$packageId"),
    params: { serviceId: encodeId(service.id), packageId: encodeId(packageId) },
    fields: { version, name: "DA 30+", price: "100" },
    other: { name: "DA 40+" },
  }),
  coupon: async ({ service }) => {
    const [row] = await db()
      .insert(coupons)
      .values({ id: "coupon", code: "SPRING", type: "PERCENTAGE", discount: 5000, createdAt: TEST_NOW } as never)
      .returning();
    return {
      route: () => import("~/routes/_app.coupons.$couponId"),
      params: { couponId: encodeId(row!.id) },
      fields: { version, code: "SPRING", type: "PERCENTAGE", discount: "40", serviceIds: service.id },
      other: { discount: "30" },
    };
  },
  announcement: async ({ staff }) => {
    await db()
      .insert(announcements)
      .values({
        id: "announcement",
        name: "Offer",
        description: "",
        linkUrl: "https://example.com/",
        createdAt: TEST_NOW,
        imageKey: await anImage(db(), staff, "announcementImage", "announcement:announcement"),
        visible: true,
      });
    return {
      route: () => import("~/routes/_app.announcements.$announcementId"),
      params: { announcementId: encodeId("announcement") },
      fields: {
        ...title,
        linkUrl: "https://example.com/",
        description: "One",
        audience: "customers",
        imageKey: (await db().select().from(announcements).get())!.imageKey,
      },
      other: { description: "Two" },
    };
  },
  creative: async () => {
    const valid = { url: "https://example.com/", creativeStatus: "ACTIVE" };
    await db()
      .insert(creatives)
      .values({
        id: "creative",
        name: "Banner",
        ...valid,
        status: "ACTIVE",
        validUntil: TEST_NOW,
        createdAt: TEST_NOW,
      } as never);
    return {
      route: () => import("~/routes/_app.creatives.$creativeId"),
      params: { creativeId: encodeId("creative") },
      fields: { ...title, ...valid, validUntil: "2040-01-31", description: "One" },
      other: { description: "Two" },
    };
  },
  "customer interface": async ({ service }) => {
    await db().insert(customerInterfaces).values({ serviceId: service.id, sampleReports: [], faqs: [] });
    return {
      route: () => import("~/routes/_app.services.$serviceId.customer-interface"),
      params: { serviceId: encodeId(service.id) },
      fields: { version, "faqs[0].question": "How long?", "faqs[0].answer": "Two weeks" },
      other: { "faqs[0].answer": "Three weeks" },
    };
  },
  "intake form": ({ service }) => ({
    route: () => import("~/routes/_app.services.$serviceId.intake-form"),
    params: { serviceId: encodeId(service.id) },
    fields: { version, "items[0].name": "Keywords", "items[0].itemType": "TEXT" },
    other: { "items[0].name": "Key phrases" },
  }),
  "project details": async ({ service, packageId, orderId, staff }) => {
    const field = { id: "url", serviceId: service.id, name: "URL", mandatory: true, sequence: 0 };
    await db()
      .insert(intakeFields)
      .values({ ...field, itemType: "TEXT" });
    const item = { id: "item", orderId, packageId, packageName: "DA 30", quantity: 1, sequence: 0 };
    await db()
      .insert(orderItems)
      .values({ ...item, unitPrice: 100_00, lineTotal: 100_00 });
    const written = [{ packageId, values: [{ items: [{ id: "url", value: "https://example.com/" }] }] }];
    await saveProjectDetails(testContext(db(), actingAs(staff)), { orderId, projectPackageData: written });
    const entry = await db().select().from(orderEntries).get();
    return {
      route: () => import("~/routes/_app.orders.$orderId.entries.$entryId"),
      params: { orderId: encodeId(orderId), entryId: encodeId(entry!.id) },
      fields: { version, manual: "true", [answerName(packageId, "url")]: "https://example.com/mine" },
      other: { [answerName(packageId, "url")]: "https://example.com/other" },
    };
  },
  "client status": ({ client }) => ({
    route: () => import("~/routes/_app.clients.$clientId"),
    params: { clientId: encodeId(client.id) },
    fields: { version, intent: "status", userStatus: "INACTIVE", clientType: "AGENCY" },
    other: { clientType: "BLOG" },
    choices: true,
  }),
  "saved reply": async () => {
    const row = { id: "reply", name: "Thanks", nameFolded: "thanks", body: "Thank you", createdAt: TEST_NOW };
    await db().insert(savedReplies).values(row);
    return {
      route: () => import("~/routes/_app.saved-replies.$replyId"),
      params: { replyId: encodeId("reply") },
      fields: { version, name: "Thanks", body: "Many thanks" },
      other: { body: "Thanks a lot" },
    };
  },
  note: async ({ client, staff }) => {
    await db()
      .insert(clientNotes)
      .values({
        id: "note",
        clientId: client.id,
        authorId: staff.id,
        body: "Calls back",
        createdAt: TEST_NOW,
      } as never);
    return {
      route: () => import("~/routes/_app.clients.$clientId.notes.$noteId"),
      params: { clientId: encodeId(client.id), noteId: encodeId("note") },
      fields: { version, body: "Called back" },
      other: { body: "Writes back" },
    };
  },
});
