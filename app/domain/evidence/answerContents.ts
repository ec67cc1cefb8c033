import { formatDateTime, formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { agencyZone, type Context } from "../context";
import { addressLines } from "../invoices/printedInvoice";
import type { PrintedRecord } from "../ports/printer";
import { letterhead } from "../settings/letterhead";
import { verdictLabel } from "../verdicts";
import { AnswerTextsInput } from "./disputeAnswerInput";
import { evidenceOrder, messagePages } from "./evidenceFiles";
import { approvalPages, linkPages } from "./evidenceLinks";

/** Lines of approvals that fit into the provider's text. */
const MAX_LOG = 150;
const MAX_MESSAGE = 2_000;

/** What the pack of an order says, in the provider's fields and as documents that a bank can read. */
export async function answerContents(ctx: Context, orderId: string) {
  const zone = agencyZone(ctx);
  const { order, items } = await evidenceOrder(ctx, orderId);
  const links = await linksOf(ctx, orderId);
  const approvals: string[] = [];
  for await (const page of approvalPages(ctx, orderId))
    for (const { at, by, action, link } of page) approvals.push(`${at} ${by}: ${action} (link ${link})`);
  if (order.approvedAt !== null)
    approvals.push(`${new Date(order.approvedAt).toISOString()} ${order.clientName}: Delivery approved`);
  const served = order.completedAt ?? links.firstLiveAt ?? order.startedAt ?? order.paidAt;
  const bought = items.map(
    ({ package: name, addOn, quantity, unitPriceCents }) =>
      `${quantity} x ${addOn ? `${name}, ${addOn}` : name} at ${formatCents(unitPriceCents)}`,
  );
  const texts = AnswerTextsInput.parse({
    product_description: [
      `Order ${order.number} of ${ctx.settings.brand.name}: ${order.serviceName}, ${formatCents(order.totalCents)}.`,
      ...bought,
      links.total > 0
        ? `${links.live} of ${links.total} links went live on publishers' sites. Our latest checks found ${links.inPlace} of them in place.`
        : "",
    ]
      .filter(Boolean)
      .join("\n"),
    customer_name: order.clientName.slice(0, 200),
    customer_email_address: order.clientEmail,
    billing_address: addressLines(order.billing).join(", ").slice(0, 500),
    service_date: served === null ? "" : formatLongDate(served, zone),
    access_activity_log: approvals.slice(-MAX_LOG).join("\n"),
    uncategorized_text: [
      `The client paid on ${order.paidAt === null ? "an unknown day" : formatLongDate(order.paidAt, zone)}.`,
      "The attached documents come from our system.",
      `A pack with every file is signed. Its public key is at ${ctx.siteUrl}/.well-known/portal-evidence.json.`,
    ].join("\n"),
  });
  const messages: string[] = [];
  for await (const page of messagePages(ctx, orderId))
    for (const { at, from, text } of page) messages.push(`${at} ${from}: ${text.slice(0, MAX_MESSAGE)}`);
  const communication: PrintedRecord = {
    letterhead: letterhead(ctx.settings),
    title: `Messages about order ${order.number}`,
    at: ctx.now,
    zone,
    sections: [{ heading: `${messages.length} messages`, paragraphs: messages }],
  };
  const documentation: PrintedRecord = {
    letterhead: letterhead(ctx.settings),
    title: `Delivery of order ${order.number}`,
    at: ctx.now,
    zone,
    sections: [
      { heading: "Ordered", paragraphs: bought },
      ...(links.total > 0 ? [{ heading: "Links", paragraphs: links.lines }] : []),
      { heading: "Approvals by the client", paragraphs: approvals.length > 0 ? approvals : ["None recorded"] },
    ],
  };
  return { order, texts, communication, documentation, messages: messages.length };
}

async function linksOf(ctx: Context, orderId: string) {
  const zone = agencyZone(ctx);
  const lines: string[] = [];
  let live = 0;
  let inPlace = 0;
  let firstLiveAt: number | null = null;
  for await (const page of linkPages(ctx, orderId))
    for (const { number, targetUrl, anchorText, siteDomain, liveUrl, liveAt, health, healthAt } of page) {
      if (liveAt !== null) live++;
      if (health === "ok") inPlace++;
      if (liveAt !== null && (firstLiveAt === null || liveAt < firstLiveAt)) firstLiveAt = liveAt;
      lines.push(
        [
          number,
          anchorText && `"${anchorText}"`,
          targetUrl && `to ${targetUrl}`,
          siteDomain && `on ${siteDomain}`,
          liveUrl && liveAt !== null ? `live since ${formatDateTime(liveAt, zone)} at ${liveUrl}` : "not live",
          health && healthAt !== null && `last check ${formatDateTime(healthAt, zone)}: ${verdictLabel(health)}`,
        ]
          .filter(Boolean)
          .join(", "),
      );
    }
  return { lines, live, inPlace, total: lines.length, firstLiveAt };
}
