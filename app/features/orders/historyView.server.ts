import { type ClaimState, claimStateLabel } from "~/domain/claims/claimStates";
import { fileKeysOf, moneyFields, timeFields } from "~/domain/orders/historyFields";
import type { OrderHistoryEntry } from "~/domain/orders/orderHistory";
import {
  type OrderStatus,
  orderStatuses,
  orderStatusLabel,
  type PayState,
  payStateLabels,
} from "~/domain/orders/orderStates";
import { type Priority, priorityLabel } from "~/domain/orders/priorities";
import { type PlacementState, placementStateLabel, placementStates } from "~/domain/placements/placementStates";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { actionLabels, fieldLabels } from "./orderHistoryLabels";

type Value = OrderHistoryEntry["changes"][number]["before"];

/** A value in words, files with their addresses, or null for none. A deleted file has no address. */
export type HistoryValue = string | { name: string; href: string | null }[] | null;

export interface HistoryEntryView {
  id: string;
  title: string;
  by: string;
  /** ms UTC. */
  at: number;
  changes: { label: string; before: HistoryValue; after: HistoryValue }[];
}

/**
 * An entry of an order's history in words, for staff. Written on the server, because customers load the same scripts
 * (rules.md speed/scripts). `files`: the names of files by their keys. `zone`: the reader's.
 */
export function historyView(
  entry: OrderHistoryEntry,
  files: Readonly<Record<string, string>>,
  zone: string,
): HistoryEntryView {
  const { id, action, realActorName, modifiedByName, modifiedAt, changes } = entry;
  return {
    id,
    title: actionLabels[action] ?? action,
    by: realActorName ? `${realActorName} as ${modifiedByName}` : modifiedByName,
    at: modifiedAt,
    changes: changes.map(({ field, before, after }) => ({
      label: fieldLabels[field] ?? field,
      before: valueView(field, before, files, zone),
      after: valueView(field, after, files, zone),
    })),
  };
}

function valueView(field: string, value: Value, files: Readonly<Record<string, string>>, zone: string): HistoryValue {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") {
    if (moneyFields.has(field)) return formatCents(value);
    return timeFields.has(field) ? formatDateTime(value, zone) : String(value);
  }
  const keys = fileKeysOf(field, value);
  if (keys.length > 0)
    return keys.map((key) => ({ name: files[key] ?? "Deleted file", href: files[key] ? paths.file(key) : null }));
  const isStatus = (orderStatuses as readonly string[]).includes(value);
  if (field === "status" && isStatus) return orderStatusLabel(value as OrderStatus);
  const isState = (placementStates as readonly string[]).includes(value);
  if (field === "state" && isState) return placementStateLabel(value as PlacementState);
  if (field === "claim") return claimStateLabel(value as ClaimState) ?? value;
  if (field === "priority") return priorityLabel(value as Priority);
  if (field === "payState") return payStateLabels[value as PayState] ?? value;
  return field === "subscription" ? value.replaceAll("_", " ") : value;
}
