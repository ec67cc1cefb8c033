import { and, eq, sql } from "drizzle-orm";
import { assertHolds, assertRowsChanged, atomicBatch } from "~db/client.server";
import { orders } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context, isStaff } from "../context";
import { Conflict, Invalid, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { changedColumns } from "../orders/editableOrder";
import { intakeComplete } from "../orders/intakeComplete";
import { clockAsRead, clockColumns } from "../orders/orderClock";
import { statusNotices } from "../orders/statusNotices";
import { placementStatements } from "../placements/changePlacements";
import { retryOnConflict } from "../retryOnConflict";
import { attachUploads, usableUploads } from "../uploads/usableUploads";
import { entryChanges } from "./entryChanges";
import { entryStatements } from "./entryStatements";
import { detailsLock, OTHER_SIDE } from "./entryTexts";
import { fillInLinks, linkChanges, waitingAfter } from "./fillInLinks";
import { waitingIs } from "./orderProgress";
import { orderWithDetails } from "./orderWithDetails";
import type { ProjectDetailsInput } from "./projectDetailsInput";
import { type AnsweredEntry, fileKeyOf, readAnswers } from "./readAnswers";
import { writtenLinks } from "./writtenLinks";

type OrderAsRead = Awaited<ReturnType<typeof orderWithDetails>>;
type StoredEntry = OrderAsRead["entries"][number];

/**
 * Saves project details; each side can change only its own entries (rules.md orders/edit-entry). Moves an
 * Inputs_Required order to Active once all mandatory intake is answered (rules.md orders/states). Values of a tracked
 * package are written to its links (rules.md placements/project-data). Owner or staff,
 * else NotFound 'Invalid Order'. Throws Invalid for wrong answers or unusable files, and Conflict for the other
 * side's entry or a stale version, TooMany (rules.md security/limits).
 */
export async function saveProjectDetails(ctx: Context, input: ProjectDetailsInput): Promise<void> {
  authorize(ctx, "orders.projectDetails");
  const attempt = async () => {
    const read = await orderWithDetails(ctx, input.orderId);
    const { order, items, entries, fields, links } = read;
    const lock = detailsLock(order.status, isStaff(ctx.actor) ? "ADMIN" : "CUSTOMER");
    if (lock) throw new Conflict(lock);
    // The first answers of an order are limited by the orders themselves.
    if (!isStaff(ctx.actor) && entries.length + links.length > 0) await consumeRateLimit(ctx, "details", actorId(ctx));
    const packageIds = items.filter(({ tracked }) => !tracked).map((item) => item.packageId);
    const filled = filledLinks(read, input);
    const uploadKey = input.fileUploadUrl
      ? fileKeyOf(input.fileUploadUrl, ctx.siteUrl, "fileUploadUrl")
      : order.uploadKey;
    const answers = readAnswers(withoutTracked(read, input), { fields, packageIds, siteUrl: ctx.siteUrl });
    if (links.length > 0 && answers.entries.length === 0 && !input.fileUploadUrl)
      return void (await fillInLinks(ctx, filled, { lines: items, links }, "filled in"));
    const changes = linkChanges(ctx, filled);
    const waiting = waitingAfter(changes, links);
    const uploadKeys = [...answers.uploadKeys, ...(input.fileUploadUrl && uploadKey ? [uploadKey] : [])];
    await assertUsable(ctx, uploadKeys, order.id);
    assertOwnSide(ctx, answers.entries, entries);

    const written = answers.entries.map((entry) => withForgottenFields(entry, entries));
    const after = [...entries.filter((entry) => !written.some(({ id }) => id === entry.id)), ...written];
    const complete =
      waiting === 0 && intakeComplete({ fields, packageIds, entries: after, hasUpload: uploadKey !== null });
    const status = order.status === "Inputs_Required" && complete ? "Active" : order.status;
    await atomicBatch(ctx.db, [
      ctx.db
        .update(orders)
        .set({
          ...changedColumns(order, { ...clockColumns(ctx, order, { status }), status, uploadKey }),
          version: sql`${orders.version} + 1`,
        })
        .where(and(eq(orders.id, order.id), eq(orders.version, order.version), clockAsRead(order))),
      assertRowsChanged(ctx.db),
      ...entryStatements(ctx, order.id, written),
      ...placementStatements(ctx, changes, "filled in").statements,
      ...(links.length > 0 ? [assertHolds(ctx.db, waitingIs(order.id, waiting))] : []),
      ...attachUploads(ctx, uploadKeys, `order:${order.id}`),
      historyStatement(ctx, {
        entity: "order",
        entityId: order.id,
        action: "projectDetails",
        changes: [
          { field: "projectDetails", before: entries.length, after: after.length },
          ...written.flatMap((entry) =>
            entryChanges(nameOf(items, entry.packageId), itemsOf(entries, entry.id), entry.items),
          ),
          ...(uploadKey === order.uploadKey ? [] : [{ field: "uploadKey", before: order.uploadKey, after: uploadKey }]),
          ...(status === order.status ? [] : [{ field: "status", before: order.status, after: status }]),
        ],
      }),
      ...(status === order.status ? [] : statusNotices(ctx, order, status, order.assignedToId)),
    ]);
    // Reads nothing after the write: a failed read would report saved details as failed.
    if (status !== order.status) ctx.after(() => ctx.publish.outboxWaiting());
  };
  await retryOnConflict(ctx, attempt);
}

const isTracked = ({ items }: OrderAsRead, packageId: string) =>
  items.some((item) => item.packageId === packageId && item.tracked);

const withoutTracked = (read: OrderAsRead, { projectPackageData }: ProjectDetailsInput) =>
  projectPackageData.filter(({ packageId }) => !isTracked(read, packageId));

const filledLinks = ({ items, links, fields }: OrderAsRead, { projectPackageData }: ProjectDetailsInput) =>
  items
    .filter(({ tracked }) => tracked)
    .flatMap(({ id, packageId, packageName }) =>
      writtenLinks(
        projectPackageData.filter((sent) => sent.packageId === packageId).flatMap(({ values }) => values),
        links.filter(({ orderItemId }) => orderItemId === id),
        { fields, packageName },
      ),
    );

const nameOf = (items: readonly { packageId: string; packageName: string }[], packageId: string) =>
  items.find((item) => item.packageId === packageId)?.packageName ?? "";

const itemsOf = (entries: readonly StoredEntry[], id: string | undefined) =>
  entries.find((entry) => entry.id === id)?.items ?? [];

/** Keeps answers to fields that the service has since removed. */
function withForgottenFields(entry: AnsweredEntry, stored: readonly StoredEntry[]): AnsweredEntry {
  const removed = itemsOf(stored, entry.id).filter(({ id }) => !entry.items.some((item) => item.id === id));
  return { ...entry, items: [...entry.items, ...removed] };
}

async function assertUsable(ctx: Context, keys: readonly string[], orderId: string) {
  if (keys.length === 0) return;
  const usable = await usableUploads(ctx, keys, { attachedTo: `order:${orderId}` });
  const missing = keys.find((key) => !usable.some((upload) => upload.key === key));
  if (missing) throw new Invalid("A file is no longer available. Please upload it again.", "fileUploadUrl");
}

function assertOwnSide(ctx: Context, posted: readonly AnsweredEntry[], stored: readonly StoredEntry[]) {
  const side = isStaff(ctx.actor) ? "ADMIN" : "CUSTOMER";
  for (const { id, version, packageId } of posted) {
    if (!id) continue;
    const entry = stored.find((candidate) => candidate.id === id && candidate.packageId === packageId);
    if (!entry) throw new Invalid("This entry no longer exists", "projectPackageData");
    if (entry.role !== side) throw new Conflict(OTHER_SIDE);
    if (version !== undefined && version !== entry.version) throw staleRecord();
  }
}
