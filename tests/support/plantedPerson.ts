import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ActorUser } from "~/domain/context";
import { tablesOfPeople } from "~/domain/personalData/dataTables";
import type { Db } from "~db/client.server";
import { newId } from "~db/ids";
import { announcements, coupons, notifications, outbox, tags, uploads, visits } from "~db/schema";
import { aMember } from "./accounts";
import { aCustomer, anOrder, aService, aStaffMember } from "./factories";
import { memoryFiles, TEST_NOW } from "./testContext";

/** In what the person may read, and in what is internal. */
export const OPEN = "opensecret7781";
export const INNER = "innersecret7782";

/** Words of the agency or the provider, which name no person. */
const BUSINESS = new Set([
  "orders.service_name",
  "orders.coupon_code",
  "order_items.package_name",
  "order_items.add_on",
  "subscriptions.service_name",
  "notifications.type_system_id",
  "uploads.kind",
  "uploads.content_type",
  "exports.upload_key",
  "placements.check_hash",
  "link_checks.prev_hash",
  "link_checks.hash",
  "link_checks.body_sha256",
  "link_checks.evidence_key",
  "commissions.void_reason",
  "commissions.dedupe_key",
  "attributions.affiliate_code",
  "billing_cycles.statement_text",
  "orders.statement_text",
  "billing_cycles.last_failure",
  "billing_cycles.last_failure_code",
  "history.id",
  "history.action",
  "history.dedupe_key",
  "placements.number",
  "placements.site_domain",
  "placements.sample_page",
  "placements.metrics_source",
  "placements.live_url",
  "refunds.request_key",
  "unmatched_payments.reason",
  "disputes.status",
  "disputes.reason",
]);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const documents: Record<string, (secret: string) => unknown> = {
  "history.changes": (secret) => [{ field: "comment", before: secret, after: null }],
  "deletion_requests.steps": () => [],
  "dispute_answers.fields": (secret) => ({ customer_name: secret }),
  "outbox.payload": (secret) => ({
    kind: "email",
    to: `${OPEN}@example.com`,
    subject: secret,
    text: secret,
    html: secret,
  }),
};

/**
 * A client with a row of their own in every table that knows people, whose texts are secrets: a new column is planted
 * without a change here.
 */
export async function aPlantedPerson(db: Db) {
  const files = memoryFiles();
  const staff = await aStaffMember(db);
  const friend = await aCustomer(db, { firstName: "Referred", affiliate: true, affiliateCode: "FRIEND1" });
  const person = await aMember(db, {
    firstName: OPEN,
    lastName: "Example",
    email: `${OPEN}@example.com`,
    phoneNo: OPEN,
    address: OPEN,
    city: OPEN,
    company: OPEN,
    companyFolded: OPEN,
    state: OPEN,
    zipCode: OPEN,
    country: OPEN,
    importedId: INNER,
    affiliate: true,
    affiliateCode: `A${OPEN}`,
  });
  const { service, packages } = await aService(db);
  const billing = { address: OPEN, city: OPEN, state: OPEN, zipCode: "1", country: "US", phoneNo: OPEN };
  const order = await anOrder(db, {
    clientId: person.id,
    serviceId: service.id,
    notes: INNER,
    cancelReason: INNER,
    billing,
    source: { utmSource: OPEN },
  });
  const unpaid = await anOrder(db, {
    clientId: person.id,
    serviceId: service.id,
    billing,
    payState: "unpaid",
    paidAt: null,
    status: "Abandoned_Checkout",
  });
  const [couponId, announcementId, tagId] = [newId(TEST_NOW), newId(TEST_NOW), newId(TEST_NOW)];
  await db.insert(tags).values({ id: tagId, name: "VIP", nameFolded: "vip", color: "blue", createdAt: TEST_NOW });
  await db.insert(coupons).values({ id: couponId, code: "TEN", type: "FIXED", discount: 1, createdAt: TEST_NOW });
  await db.insert(announcements).values({
    id: announcementId,
    name: "News",
    description: "",
    linkUrl: "",
    imageKey: "",
    visible: true,
    createdAt: TEST_NOW,
  });
  const visitId = newId(TEST_NOW);
  await db.insert(visits).values({
    id: visitId,
    affiliateCode: "FRIEND1",
    affiliateId: friend.id,
    landingPath: OPEN,
    referrer: OPEN,
    userAgent: OPEN,
    bot: false,
    createdAt: TEST_NOW,
  });
  const ids: Record<string, string> = {};
  const references: Record<string, string> = {
    client_id: person.id,
    user_id: person.id,
    owner_id: person.id,
    affiliate_id: person.id,
    author_id: person.id,
    order_id: order.id,
    initial_order_id: order.id,
    service_id: service.id,
    package_id: packages[0]!.id,
    visit_id: visitId,
    coupon_id: couponId,
    announcement_id: announcementId,
    tag_id: tagId,
    created_by_id: staff.id,
    staged_by_id: staff.id,
    actor_id: staff.id,
  };
  const of = (table: string, column: string) =>
    ({
      order_item_id: ids.order_items,
      placement_id: ids.placements,
      subscription_id: ids.subscriptions,
      dispute_id: ids.disputes,
      payout_id: undefined,
    })[column] ?? (table === "attributions" && column === "affiliate_id" ? friend.id : references[column]);

  const written = new Set(["users", "orders", "visits", "affiliate_codes"]);
  const first = ["order_items", "subscriptions", "placements", "disputes", "invoices"];
  const sorted = tablesOfPeople
    .map((data) => ({ ...data, tableName: getTableConfig(data.table).name }))
    .filter(({ tableName }) => !written.has(tableName) && tableName !== "deletion_requests")
    .toSorted((a, b) => rank(a.tableName) - rank(b.tableName));
  function rank(name: string) {
    return first.includes(name) ? first.indexOf(name) : first.length;
  }
  for (const { tableName, table, download } of sorted) {
    const { primaryKeys } = getTableConfig(table);
    const keys = (primaryKeys[0]?.columns ?? []).map(({ name }) => name);
    const row: Record<string, unknown> = {};
    for (const [field, column] of Object.entries(getTableColumns(table) as Record<string, SQLiteColumn>)) {
      const name = snake(field);
      const secret = download?.columns.includes(field) ? OPEN : INNER;
      const value = planted(tableName, name, column, secret);
      if (value !== undefined) row[field] = value;
    }
    if (tableName === "history")
      Object.assign(row, { entity: "order", entityId: order.id, realActorId: null, formKey: null });
    if (tableName === "order_messages") Object.assign(row, { thread: "Customer", realAuthorId: null });
    if (tableName === "uploads") Object.assign(row, { attachedTo: `order:${order.id}`, fileName: `${OPEN}.pdf` });
    if (tableName === "exports") Object.assign(row, { ownerId: staff.id, state: "ready", uploadKey: "e".repeat(32) });
    if (tableName === "unmatched_payments") row.clientEmail = person.email;
    if (tableName === "rate_limits") row.key = `signIn:subject:${person.email}`;
    if (tableName === "invoices") row.head_id = null;
    if (tableName === "message_threads") row.orderNumber = order.number;
    if (tableName === "subscriptions") row.status = "Active";
    if (tableName === "placements") Object.assign(row, { liveAt: null, terms: {}, refundId: null, contentKey: null });
    if (tableName === "claims") Object.assign(row, { replacementId: null, refundId: null, openedById: null });
    if (tableName === "refunds") row.disputeId = null;
    if (tableName === "commissions") Object.assign(row, { clientId: friend.id, payoutId: null });
    await db.insert(table).values(row as never);
    ids[tableName] = String(row.id ?? row[keys[0] ?? "id"] ?? "");
  }

  function planted(table: string, name: string, column: SQLiteColumn, secret: string): unknown {
    const path = `${table}.${name}`;
    const reference = of(table, name);
    if (reference !== undefined) return reference;
    if (column.enumValues?.length) return column.enumValues[0];
    if (column.dataType === "json") return documents[path]?.(secret) ?? { text: secret };
    if (column.dataType === "boolean") return true;
    if (column.dataType === "number") return name.endsWith("_at") ? TEST_NOW : 1;
    if (column.primary || name.endsWith("_id")) return column.primary || column.notNull ? newId(TEST_NOW) : undefined;
    return BUSINESS.has(path) ? "business" : secret;
  }

  // The person in rows of others.
  const notice = {
    description: `New message from ${OPEN} Example: ${INNER}`,
    type: "ORDER" as const,
    createdAt: TEST_NOW,
  };
  await db.insert(notifications).values([
    { id: newId(TEST_NOW), userId: staff.id, typeSystemId: order.id, ...notice },
    {
      id: newId(TEST_NOW),
      userId: friend.id,
      typeSystemId: "referrals",
      dedupeKey: `referral:${person.id}:${friend.id}`,
      ...notice,
      type: "AFFILIATE",
    },
  ]);
  await db.insert(outbox).values({
    id: newId(TEST_NOW),
    kind: "email",
    dedupeKey: `email:${newId(TEST_NOW)}`,
    createdAt: TEST_NOW,
    availableAt: TEST_NOW,
    payload: { kind: "email", to: "boss@example.com", subject: "Payment", text: `Of ${OPEN} Example`, html: "" },
  });
  await db.insert(visits).values({
    id: newId(TEST_NOW),
    affiliateCode: `A${OPEN}`,
    affiliateId: person.id,
    landingPath: "/",
    referrer: "",
    userAgent: "",
    bot: false,
    createdAt: TEST_NOW,
  });
  await db.insert(uploads).values([
    {
      key: "p".repeat(32),
      kind: "profilePhoto",
      fileName: "me.jpg",
      contentType: "image/jpeg",
      size: 1,
      ownerId: person.id,
      createdAt: TEST_NOW,
      storedAt: TEST_NOW,
      attachedTo: `user:${person.id}`,
    },
    {
      key: "e".repeat(32),
      kind: "export",
      fileName: "Clients.xlsx",
      contentType: "x",
      size: 1,
      ownerId: staff.id,
      createdAt: TEST_NOW,
      storedAt: TEST_NOW,
      attachedTo: "export:1",
    },
    {
      key: "i".repeat(32),
      kind: "printedInvoice",
      fileName: "Invoice-1.pdf",
      contentType: "application/pdf",
      size: 1,
      ownerId: person.id,
      createdAt: TEST_NOW,
      storedAt: TEST_NOW,
      attachedTo: `invoice:${ids.invoices}`,
    },
  ]);
  for (const { key } of await db.select({ key: uploads.key }).from(uploads))
    await files.put(key, new TextEncoder().encode(`file of ${OPEN}`), "text/plain");
  return { person: person as ActorUser, staff, friend, order, unpaid, files, ids };
}

/** Where a text is in the database, as 'table.column'. */
export async function placesOf(binding: D1Database, texts: readonly string[]): Promise<string[]> {
  const { results } = await binding
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'sqlite%'",
    )
    .all<{ name: string }>();
  const places = new Set<string>();
  for (const { name } of results) {
    const rows = await binding.prepare(`select * from "${name}"`).all<Record<string, unknown>>();
    for (const row of rows.results)
      for (const [column, value] of Object.entries(row))
        if (texts.some((text) => String(value).toLowerCase().includes(text))) places.add(`${name}.${column}`);
  }
  return [...places].sort();
}
