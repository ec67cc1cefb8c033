import { and, eq, sql } from "drizzle-orm";
import { GuardFailed, mustHaveChanged, writeTogether } from "~db/client.server";
import { orders } from "~db/schema";
import { authorize } from "../access";
import { type Context, isStaff } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { intakeComplete } from "../orders/intakeComplete";
import { attachUploads, usableUploads } from "../uploads/usableUploads";
import type { ProjectDetails } from "./checkoutAnswers";
import { entryStatements } from "./entryStatements";
import { orderWithDetails } from "./orderWithDetails";
import { projectDetails } from "./projectDetails";
import type { ProjectDetailsInput } from "./projectDetailsInput";
import { fileKeyOf, readAnswers } from "./readAnswers";

/** Others may change the order between reading and writing; each time it is read anew. */
const TRIES = 5;

/**
 * Keeps project details by the side that writes them (decision O8) and moves an order that waits for them on to Active
 * once all mandatory intake is there (decision O3). Owner or staff, else NotFound 'Invalid Order'. Throws Invalid for
 * answers that do not fit the form and for files that the actor may not use, Conflict for an entry of the other side.
 */
export async function saveProjectDetails(
  ctx: Context,
  input: ProjectDetailsInput,
  { draftId }: { draftId?: string | null } = {},
): Promise<ProjectDetails> {
  authorize(ctx, "orders.projectDetails");
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await orderWithDetails(ctx, input.orderId);
    const { order, items, entries, fields } = found;
    if (order.status === "Cancelled") throw new Conflict("This order was cancelled.");
    const packageIds = items.map((item) => item.packageId);
    const uploadKey = input.fileUploadUrl
      ? fileKeyOf(input.fileUploadUrl, ctx.siteUrl, "fileUploadUrl")
      : order.uploadKey;
    const answers = readAnswers(input.projectPackageData, { fields, packageIds, siteUrl: ctx.siteUrl });
    const uploadKeys = [...answers.uploadKeys, ...(input.fileUploadUrl && uploadKey ? [uploadKey] : [])];
    await assertUsable(ctx, uploadKeys, order.id, draftId);
    assertOwnSide(ctx, answers.entries, entries);

    const after = [
      ...entries.filter((entry) => !answers.entries.some(({ id }) => id === entry.id)),
      ...answers.entries,
    ];
    const complete = intakeComplete({ fields, packageIds, entries: after, hasUpload: uploadKey !== null });
    const status = order.status === "Inputs_Required" && complete ? "Active" : order.status;
    try {
      await writeTogether(ctx.db, [
        ctx.db
          .update(orders)
          .set({ status, uploadKey, version: sql`${orders.version} + 1` })
          .where(and(eq(orders.id, order.id), eq(orders.version, order.version))),
        mustHaveChanged(ctx.db),
        ...entryStatements(ctx, order.id, answers.entries),
        ...attachUploads(ctx, uploadKeys, `order:${order.id}`, draftId),
        historyStatement(ctx, {
          entity: "order",
          entityId: order.id,
          action: "projectDetails",
          changes: [
            { field: "projectDetails", before: entries.length, after: after.length },
            ...(uploadKey === order.uploadKey
              ? []
              : [{ field: "uploadKey", before: order.uploadKey, after: uploadKey }]),
            ...(status === order.status ? [] : [{ field: "status", before: order.status, after: status }]),
          ],
        }),
      ]);
    } catch (error) {
      if (error instanceof GuardFailed) continue;
      throw error;
    }
    return await projectDetails(ctx, order.id);
  }
  throw new Conflict("This order is being changed. Please try again.");
}

async function assertUsable(
  ctx: Context,
  keys: readonly string[],
  orderId: string,
  draftId: string | null | undefined,
) {
  if (keys.length === 0) return;
  const usable = await usableUploads(ctx, keys, { attachedTo: `order:${orderId}`, draftId });
  const missing = keys.find((key) => !usable.some((upload) => upload.key === key));
  if (missing) throw new Invalid("A file can no longer be used. Please upload it again.", "fileUploadUrl");
}

function assertOwnSide(
  ctx: Context,
  posted: readonly { id?: string; packageId: string }[],
  kept: readonly { id: string; packageId: string; role: string }[],
) {
  const side = isStaff(ctx.actor) ? "ADMIN" : "CUSTOMER";
  for (const { id, packageId } of posted) {
    if (!id) continue;
    const entry = kept.find((one) => one.id === id && one.packageId === packageId);
    if (!entry) throw new Invalid("This entry does not exist", "projectPackageData");
    if (entry.role !== side) throw new Conflict("This entry can only be changed by the side that wrote it.");
  }
}
