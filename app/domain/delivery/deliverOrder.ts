import { eq } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { history } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context, userOf } from "../context";
import { Conflict, Invalid, staleRecord, WriteConflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { FILE_GONE } from "../messages/messageFiles";
import { messageStatements, type NewMessage, newMessage } from "../messages/messageStatements";
import { notifyViewers } from "../messages/notifyViewers";
import { firstWords } from "../notifications/firstWords";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import { linkReport, type NewReport, reportRows } from "../orderReports/reportRows";
import { editableOrder, type StoredOrder, writeOrder } from "../orders/editableOrder";
import { type OrderStatus, orderStatusLabel } from "../orders/orderStates";
import { assertOrderUpdate, changed, completedNames, linksAfter, stepsAfter, timesAfter } from "../orders/updateOrder";
import { attachUploads, usableUploads } from "../uploads/usableUploads";
import { type DeliverOrderInput, NOTHING_TO_DELIVER } from "./deliverOrderInput";
import { deliveryObstacle } from "./deliveryChoices";

/**
 * Delivers an order in one batch: reports, steps, status and a message, with one history entry and one notification
 * for the client and the assignee (rules.md delivery/one-batch). The same `key` delivers once. Throws NotFound;
 * Conflict for an order that cannot be delivered, a forbidden status or a stale version; Invalid for nothing to
 * deliver, an unusable file, or open links or steps without a tick.
 */
export async function deliverOrder(ctx: Context, input: DeliverOrderInput): Promise<void> {
  authorize(ctx, "orders.manageReports");
  const { id, version, key } = input;
  const order = await editableOrder(ctx, { id });
  const event = `order.delivered:${id}:${key ? `${actorId(ctx)}:${key}` : order.version + 1}`;
  if (key && (await wasDelivered(ctx, event))) return;
  if (version !== undefined && version !== order.version) throw staleRecord();
  try {
    await deliver(ctx, order, { ...input, event });
  } catch (error) {
    // The same call, sent twice, delivered it meanwhile.
    if (!(key && error instanceof WriteConflict && (await wasDelivered(ctx, event)))) throw error;
  }
}

const wasDelivered = async ({ db }: Context, event: string) =>
  (await db.select({ id: history.id }).from(history).where(eq(history.dedupeKey, event)).get()) !== undefined;

type Delivery = Omit<DeliverOrderInput, "key"> & { event: string };

async function deliver(ctx: Context, order: StoredOrder, input: Delivery) {
  const { status = order.status, event } = input;
  const obstacle = deliveryObstacle(order.status);
  if (obstacle) throw new Conflict(obstacle);
  await assertOrderUpdate(ctx, order, { status, closeOpenRows: input.closeOpenRows });
  const subStatuses = stepsAfter(order, input, status);
  const times = timesAfter(ctx, order, status);
  const reports = await deliveredReports(ctx, order, input);
  const message = input.message ? await clientMessage(ctx, order, input) : null;
  const changes = [
    ...reports.map(({ name }) => ({ field: "report", before: null, after: name })),
    changed("status", order.status, status),
    changed("subStatuses", completedNames(order.subStatuses), completedNames(subStatuses)),
    changed("startedDate", order.startedAt, times.startedAt),
    changed("completedDate", order.completedAt, times.completedAt),
  ].filter((change): change is HistoryChange => change !== null);
  if (changes.length === 0 && !message) throw new Invalid(NOTHING_TO_DELIVER, "files");
  const keys = reports.flatMap(({ key }) => key || []);
  const statements = [
    ...(reports.length > 0 ? [reportRows(ctx, order.id, reports)] : []),
    ...attachUploads(ctx, keys, `order:${order.id}`),
    ...(message ? messageStatements(ctx, message) : []),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: "Order delivered",
      changes,
      dedupeKey: event,
    }),
    ...deliveryNotice(ctx, order, { reports: reports.length, status, message, event }),
  ];
  // A new report waits for an approval of its own.
  const awaiting = reports.length > 0 ? { approvedAt: null, awaitingSince: order.awaitingSince ?? ctx.now } : {};
  const columns = { status, subStatuses, ...times, ...awaiting };
  await writeOrder(ctx, order, columns, async () => [
    ...statements,
    ...(status === order.status ? [] : await linksAfter(ctx, order, status)),
  ]);
  notifyViewers(ctx, order, "Customer");
}

async function deliveredReports(ctx: Context, order: StoredOrder, { files, links }: Delivery): Promise<NewReport[]> {
  const keys = [...new Set(files)];
  const usable = keys.length > 0 ? await usableUploads(ctx, keys, { attachedTo: `order:${order.id}` }) : [];
  const uploaded = keys.map((key): NewReport => {
    const file = usable.find((upload) => upload.key === key && upload.kind === "report");
    if (!file) throw new Invalid(FILE_GONE, "files");
    return { key, name: file.name, url: null };
  });
  return [...uploaded, ...[...new Set(links)].map(linkReport)];
}

async function clientMessage(ctx: Context, { id: orderId }: StoredOrder, { message: body, event }: Delivery) {
  await consumeRateLimit(ctx, "message", actorId(ctx));
  return await newMessage(ctx, { orderId, thread: "Customer", body, key: event }).catch((error) => {
    throw error instanceof Invalid ? new Invalid(error.message, "message") : error;
  });
}

interface Told {
  reports: number;
  status: OrderStatus;
  message: NewMessage | null;
  event: string;
}

/** One notification of all that happened, of the most important kind. */
function deliveryNotice(ctx: Context, order: StoredOrder, { reports, status, message, event }: Told): BatchStatement[] {
  const { number, serviceName } = order;
  const moved = status !== order.status;
  const words = message ? ` ${firstWords(message.body)}` : "";
  const people = [order.clientId, ...(order.assignedToId ? [order.assignedToId] : [])];
  const notice = {
    recipients: { users: people.filter((id) => id !== actorId(ctx)) },
    type: "ORDER" as const,
    typeSystemId: order.id,
    dedupeKey: event,
  };
  if (reports > 0) {
    const ready = reports === 1 ? "A new report is" : `${reports} new reports are`;
    const now = moved ? `. The order is now ${orderStatusLabel(status)}.` : message ? "." : "";
    const description = `${ready} ready on order ${number}: ${serviceName}${now}${words}`;
    return notifyStatements(ctx, { ...notice, description, kind: "report" });
  }
  if (moved) {
    const description = `Order ${number} is now ${orderStatusLabel(status)}: ${serviceName}${words ? `.${words}` : ""}`;
    return notifyStatements(ctx, { ...notice, description, kind: "orderStatus" });
  }
  if (!message) return [];
  const author = userOf(ctx.actor);
  const description = `New message on order ${number} from ${author ? nameInNotifications(author) : "the team"}:${words}`;
  return notifyStatements(ctx, {
    ...notice,
    description,
    kind: "message",
    dedupeKey: `order.message:${message.dedupeKey}`,
  });
}
