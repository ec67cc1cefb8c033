import { eq } from "drizzle-orm";
import type { ActorUser } from "~/domain/context";
import { storeUpload } from "~/files/storeUpload";
import { encodeId } from "~/paths";
import type { Db } from "~db/client.server";
import { affiliateProgramme, announcements, clientNotes, coupons, creatives, type services, uploads } from "~db/schema";
import { aCustomer, anOrder, aService, aStaffMember } from "./factories";
import { aFile, pngBytes } from "./fileBytes";
import type { PostedRoute } from "./postForm";
import { actingAs, TEST_NOW, testContext } from "./testContext";

export type Fields = Record<string, string>;

export interface PostedForm extends PostedRoute {
  fields: Fields;
  /** What the second person types, and what the same page says when it is sent with other words. */
  other: Fields;
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

/** Forms of rows that carry a version. */
export const versionedForms = (db: () => Db): Record<string, (desk: Desk) => Promise<PostedForm> | PostedForm> => ({
  order: ({ orderId }) => ({
    route: () => import("~/routes/_app.orders.$orderId"),
    params: { orderId: encodeId(orderId) },
    fields: { version, status: "Working", assignedToId: "none", notes: "Called the client" },
    other: { notes: "Wrote to the client" },
  }),
  "order cancellation": ({ orderId }) => ({
    route: () => import("~/routes/_app.orders.$orderId.cancel"),
    params: { orderId: encodeId(orderId) },
    fields: { version, reason: "The client asked for it" },
    other: { reason: "Entered twice" },
  }),
  profile: () => ({
    route: () => import("~/routes/_app.profile"),
    path: "/profile?form=details",
    fields: {
      version,
      ...{ firstName: "Ada", lastName: "Example", address: "1 Main Street", city: "Austin" },
      ...{ country: "Austria", zipCode: "1010", phoneNo: "555 1234" },
    },
    other: { city: "Vienna" },
  }),
  client: ({ client }) => ({
    route: () => import("~/routes/_app.clients.$clientId.edit"),
    params: { clientId: encodeId(client.id) },
    fields: { version, firstName: "Ada", lastName: "Example", city: "Austin" },
    other: { city: "Vienna" },
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
        ...{ id: "announcement", name: "Offer", description: "", linkUrl: "https://example.com/", createdAt: TEST_NOW },
        imageKey: await anImage(db(), staff, "announcementImage", "announcement:announcement"),
        visible: true,
      });
    return {
      route: () => import("~/routes/_app.announcements.$announcementId"),
      params: { announcementId: encodeId("announcement") },
      fields: {
        ...{ ...title, linkUrl: "https://example.com/", description: "One", audience: "customers" },
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
        ...{ id: "creative", name: "Banner", ...valid, status: "ACTIVE", validUntil: TEST_NOW, createdAt: TEST_NOW },
      } as never);
    return {
      route: () => import("~/routes/_app.creatives.$creativeId"),
      params: { creativeId: encodeId("creative") },
      fields: { ...title, ...valid, validUntil: "2040-01-31", description: "One" },
      other: { description: "Two" },
    };
  },
  note: async ({ client, staff }) => {
    await db()
      .insert(clientNotes)
      .values({
        ...{ id: "note", clientId: client.id, authorId: staff.id, body: "Calls back", createdAt: TEST_NOW },
      } as never);
    return {
      route: () => import("~/routes/_app.clients.$clientId.notes.$noteId"),
      params: { clientId: encodeId(client.id), noteId: encodeId("note") },
      fields: { version, body: "Called back" },
      other: { body: "Writes back" },
    };
  },
});
