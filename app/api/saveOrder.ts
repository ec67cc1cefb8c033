import { assertCancellable, cancelOrder } from "~/domain/cancellations/cancelOrder";
import type { Context } from "~/domain/context";
import { staleRecord } from "~/domain/errors";
import { assertEntriesDeletable, deleteOrderEntry } from "~/domain/intake/deleteOrderEntry";
import type { ProjectPackages } from "~/domain/intake/projectDetailsInput";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import { orderDetails, type StaffOrder } from "~/domain/orders/orderDetails";
import { CancelOrderInput, UpdateOrderInput } from "~/domain/orders/orderInputs";
import { assertOrderUpdate, updateOrder } from "~/domain/orders/updateOrder";
import { fileAddressOrNull } from "~/domain/uploads/fileAddress";
import type { SentOrder } from "./sentOrder";
import { underSentNames } from "./wire";

/**
 * POST /order/details: clients send the whole order back, so only differences from the stored order are saved.
 * Customers can change their project details and nothing else, whatever the body contains (rules.md
 * security/body-fields).
 */
export async function saveOrder(ctx: Context, sent: SentOrder) {
  const order = await orderDetails(ctx, sent._id);
  if (sent.version !== undefined && sent.version !== order.version) throw staleRecord();
  const staffWork = order.view === "staff" ? staffWorkOf(ctx, sent, order) : null;
  await staffWork?.check();
  const sentPackages = sent.projectPackageData ?? [];
  const projectPackageData = changedEntries(sentPackages, order.projects);
  const deletions = sentPackages
    .flatMap(({ values }) => values.filter((value) => value.deleted))
    .map(({ id, version }) => ({ entryId: id ?? "", version }));
  const addedTo = projectPackageData.flatMap(({ packageId, values }) =>
    values.flatMap(({ id }) => (id ? [] : packageId)),
  );
  if (deletions.length > 0) await assertEntriesDeletable(ctx, order.id, deletions, addedTo);
  const fileUploadUrl =
    sent.fileUploadUrl && sent.fileUploadUrl !== fileAddressOrNull(order.uploadKey) ? sent.fileUploadUrl : undefined;
  const savesDetails = projectPackageData.length > 0 || fileUploadUrl !== undefined;
  if (savesDetails) await saveProjectDetails(ctx, { orderId: order.id, projectPackageData, fileUploadUrl });
  for (const deletion of deletions) await deleteOrderEntry(ctx, { orderId: order.id, ...deletion });
  // Saving entries already increments the version.
  await staffWork?.save(savesDetails || deletions.length > 0 ? undefined : sent.version);
  return await orderDetails(ctx, order.id);
}

const sentNames = {
  reason: "comment",
  subStatuses: "orderSubStatuses",
  assignedToId: "assignedToAdminId",
  notes: "orderNotes",
  snoozeDay: "snoozedUntil",
};

/** The staff part of the update; `check` validates it before anything is saved. */
function staffWorkOf(ctx: Context, sent: SentOrder, order: StaffOrder) {
  const cancels = sent.status === "Cancelled" && order.status !== "Cancelled";
  const changes = underSentNames(UpdateOrderInput, sentNames, {
    id: order.id,
    // A cancellation has its own operation. An unchanged status is dropped, because saving project details may
    // advance it.
    status: cancels || sent.status === order.status ? undefined : sent.status,
    subStatuses: sent.orderSubStatuses?.filter((step) => step.completed).map((step) => step.sequence),
    assignedToId: sent.assignedToAdminId === "" ? null : sent.assignedToAdminId,
    notes: sent.orderNotes ?? undefined,
    priority: sent.priority,
    tags: sent.tags,
    snoozedUntil: sent.snoozedUntil,
    snoozeReason: sent.snoozeReason ?? undefined,
    closeOpenRows: sent.closeOpenRows,
  });
  const cancellation = cancels
    ? underSentNames(CancelOrderInput, sentNames, { id: order.id, reason: sent.comment ?? "" })
    : null;
  const check = async () => {
    await assertOrderUpdate(ctx, order, changes.value).catch(changes.refused);
    if (cancellation) await assertCancellable(ctx, order);
  };
  const save = async (version?: number) => {
    await updateOrder(ctx, { ...changes.value, version }).catch(changes.refused);
    // Last, because it cannot be undone: if the update is rejected, the order stays active.
    if (cancellation) await cancelOrder(ctx, cancellation.value);
  };
  return { check, save };
}

type Stored = StaffOrder["projects"];
type SentPackages = NonNullable<SentOrder["projectPackageData"]>;

/** Keeps new entries and those whose answers differ from the stored ones. */
function changedEntries(sent: SentPackages, stored: Stored): ProjectPackages {
  const storedAnswers = new Map(
    stored.flatMap((project) => project.values.map((value) => [value.id, answersOf(value.items)])),
  );
  return sent
    .map(({ packageId, values }) => ({
      packageId,
      values: values.filter(
        (value) => !value.deleted && (!value.id || storedAnswers.get(value.id) !== answersOf(value.items)),
      ),
    }))
    .filter((project) => project.values.length > 0);
}

const answersOf = (items: readonly { id: string; value: string | string[] }[]) =>
  JSON.stringify(items.map(({ id, value }) => [id, value]).sort());
