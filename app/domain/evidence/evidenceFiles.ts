import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm";
import { fullName, fullNameById } from "~db/fullName";
import {
  history,
  importedMessages,
  orderEntries,
  orderItems,
  orderMessages,
  orderReports,
  orders,
  packages,
  uploads,
  users,
} from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { orderInvoicePdf } from "../invoices/orderInvoicePdf";
import { chunksOf, type EvidenceFile, isoOrNull, jsonFile, jsonRows, plainName, textFile } from "./evidenceFile";
import { linkFiles } from "./evidenceLinks";

const PAGE = 200;

interface EvidenceOrder {
  id: string;
  number: number;
  serviceName: string;
}

/** What a pack says about its order. Never notes, assignee, source or commission. Throws NotFound. */
async function orderFacts(ctx: Context, orderId: string) {
  const [[order], items] = await ctx.db.batch([
    ctx.db
      .select({
        id: orders.id,
        number: orders.number,
        serviceName: orders.serviceName,
        clientName: fullName(users).as("client_name"),
        clientEmail: users.email,
        billing: orders.billing,
        status: orders.status,
        payState: orders.payState,
        subtotalCents: orders.subtotal,
        totalCents: orders.total,
        refundedCents: orders.refunded,
        transactionId: orders.paymentIntentId,
        createdAt: orders.createdAt,
        paidAt: orders.paidAt,
        startedAt: orders.startedAt,
        completedAt: orders.completedAt,
        approvedAt: orders.approvedAt,
        warnings: orders.warnings,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.clientId))
      .where(eq(orders.id, orderId)),
    ctx.db
      .select({
        package: orderItems.packageName,
        addOn: orderItems.addOn,
        quantity: orderItems.quantity,
        unitPriceCents: orderItems.unitPrice,
        lineTotalCents: orderItems.lineTotal,
      })
      .from(orderItems)
      .where(eq(orderItems.orderId, orderId))
      .orderBy(asc(orderItems.sequence)),
  ]);
  if (!order) throw new NotFound();
  return { order, items };
}

/** The project details that client and staff filled in. */
const answersOf = (ctx: Context, orderId: string) =>
  ctx.db
    .select({ package: packages.name, role: orderEntries.role, at: orderEntries.createdAt, items: orderEntries.items })
    .from(orderEntries)
    .innerJoin(packages, eq(packages.id, orderEntries.packageId))
    .where(eq(orderEntries.orderId, orderId))
    .orderBy(asc(orderEntries.createdAt), asc(orderEntries.id));

/** How the client answered deliveries, with who pressed the button. */
const deliveryAnswersOf = (ctx: Context, orderId: string) =>
  ctx.db
    .select({
      action: history.action,
      by: fullNameById(sql.raw("history.actor_id")),
      enteredBy: fullNameById(sql.raw("history.real_actor_id")),
      at: history.createdAt,
    })
    .from(history)
    .where(
      and(
        eq(history.entity, "order"),
        eq(history.entityId, orderId),
        inArray(history.action, ["Delivery approved", "Changes requested"]),
      ),
    )
    .orderBy(asc(history.createdAt), asc(history.id));

/** The client's thread, oldest first; never the Admin thread (rules.md security/internal-text). */
export async function* messagePages(ctx: Context, orderId: string) {
  const imported = await ctx.db
    .select({ at: importedMessages.createdAt, from: importedMessages.fromName, text: importedMessages.body })
    .from(importedMessages)
    .where(eq(importedMessages.orderId, orderId))
    .orderBy(asc(importedMessages.createdAt), asc(importedMessages.id));
  yield imported.map(({ at, ...row }) => ({ at: isoOrNull(at), ...row, imported: true }));
  for (let last: { at: number; id: string } | null = null; ; ) {
    const page: Awaited<ReturnType<typeof messagesAfter>> = await messagesAfter(ctx, orderId, last);
    yield page.map(({ id: _, at, role, enteredBy, ...row }) => ({
      at: isoOrNull(at),
      side: role === "ADMIN" ? "agency" : "client",
      ...row,
      ...(enteredBy ? { enteredBy } : {}),
    }));
    if (page.length < PAGE) return;
    last = page.at(-1)!;
  }
}

const messagesAfter = (ctx: Context, orderId: string, last: { at: number; id: string } | null) =>
  ctx.db
    .select({
      id: orderMessages.id,
      at: orderMessages.createdAt,
      from: fullName(users).as("from_name"),
      role: users.role,
      enteredBy: fullNameById(sql.raw("order_messages.real_author_id")),
      text: orderMessages.bodySource,
    })
    .from(orderMessages)
    .innerJoin(users, eq(users.id, orderMessages.authorId))
    .where(
      and(
        eq(orderMessages.orderId, orderId),
        eq(orderMessages.thread, "Customer"),
        last
          ? or(
              gt(orderMessages.createdAt, last.at),
              and(eq(orderMessages.createdAt, last.at), gt(orderMessages.id, last.id)),
            )
          : undefined,
      ),
    )
    .orderBy(asc(orderMessages.createdAt), asc(orderMessages.id))
    .limit(PAGE);

const reportsOf = (ctx: Context, orderId: string) =>
  ctx.db
    .select({
      key: orderReports.uploadKey,
      name: orderReports.fileName,
      url: orderReports.url,
      size: uploads.size,
      at: orderReports.createdAt,
      by: fullNameById(sql.raw("order_reports.created_by_id")),
    })
    .from(orderReports)
    .leftJoin(uploads, eq(uploads.key, orderReports.uploadKey))
    .where(eq(orderReports.orderId, orderId))
    .orderBy(asc(orderReports.createdAt), asc(orderReports.id));

const readme = ({ number }: EvidenceOrder, ctx: Context) => `Evidence of order ${number}, ${ctx.settings.brand.name}
Made ${isoOrNull(ctx.now)}

manifest.json lists every file with its SHA-256. manifest.sig is the Ed25519 signature over manifest.json.
The public keys are at ${ctx.siteUrl}/.well-known/portal-evidence.json. The page docs/evidence.md of the portal says
how to verify a pack with openssl and sha256sum.
`;

/** Finds the order of a pack. Throws NotFound. */
export async function evidenceOrder(ctx: Context, orderId: string) {
  authorize(ctx, "evidence.download");
  return await orderFacts(ctx, orderId);
}

/**
 * The files of an order's evidence, one after the other, so that memory holds a part of one (rules.md evidence/pack).
 * Throws NotFound.
 */
export async function* evidenceFiles(ctx: Context, orderId: string): AsyncGenerator<EvidenceFile> {
  const { order, items } = await evidenceOrder(ctx, orderId);
  const { id: _, createdAt, paidAt, startedAt, completedAt, approvedAt, warnings, ...facts } = order;
  yield textFile("README.txt", readme(order, ctx));
  yield jsonFile("order.json", {
    ...facts,
    createdAt: isoOrNull(createdAt),
    paidAt: isoOrNull(paidAt),
    startedAt: isoOrNull(startedAt),
    completedAt: isoOrNull(completedAt),
    approvedAt: isoOrNull(approvedAt),
    items,
  });
  const invoice = await orderInvoicePdf(ctx, orderId).catch(nullIfMissing);
  if (invoice)
    yield {
      name: "invoice.pdf",
      body: invoice.body instanceof Uint8Array ? [invoice.body] : chunksOf(invoice.body),
      packed: true,
    };
  const answers = await answersOf(ctx, orderId);
  yield jsonFile(
    "answers.json",
    answers.map(({ at, role, items, ...row }) => ({
      ...row,
      by: role === "ADMIN" ? "agency" : "client",
      at: isoOrNull(at),
      answers: items.map(({ name, value }) => ({ name, value })),
    })),
  );
  // What the client was warned of and ordered all the same.
  if (warnings) yield jsonFile("warnings.json", warnings);
  yield* linkFiles(ctx, orderId);
  const approvals = await deliveryAnswersOf(ctx, orderId);
  yield jsonFile(
    "delivery-answers.json",
    approvals.map(({ at, ...row }) => ({ at: isoOrNull(at), ...row })),
  );
  yield jsonRows("conversation.json", messagePages(ctx, orderId));
  yield* reportFiles(ctx, orderId);
}

async function* reportFiles(ctx: Context, orderId: string): AsyncGenerator<EvidenceFile> {
  const reports = (await reportsOf(ctx, orderId)).map((report, index) => ({
    ...report,
    // A link has no file.
    file: report.url === null ? `reports/${String(index + 1).padStart(3, "0")}-${plainName(report.name)}` : null,
  }));
  yield jsonFile(
    "reports.json",
    reports.map(({ key: _, at, ...report }) => ({ ...report, at: isoOrNull(at) })),
  );
  for (const { key, file } of reports) {
    if (file === null) continue;
    const object = await ctx.files.get(key);
    if (object) yield { name: file, body: chunksOf(object.body), packed: true };
  }
}

const nullIfMissing = (error: unknown) => {
  if (error instanceof NotFound) return null;
  throw error;
};
