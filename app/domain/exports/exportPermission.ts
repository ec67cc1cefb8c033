import { can, type Permission } from "../access";
import { type Actor, userOf } from "../context";
import { exportableLists } from "./exportableLists";
import type { StoredExportKind } from "./exportKinds";

/** The client whose data an export of the kind 'personalData' holds. */
export const clientOfExport = (search: Record<string, string | string[]>) => String([search.clientId].flat()[0] ?? "");

/** Own data, or a client's for staff. */
export const personalDataPermission = (actor: Actor, clientId: string): Permission =>
  userOf(actor)?.id === clientId ? "personalData.own" : "personalData.manage";

interface AskedExport {
  kind: StoredExportKind;
  search: Record<string, string | string[]>;
}

export function exportPermission(actor: Actor, { kind, search }: AskedExport): Permission {
  if (kind === "everything") return "data.export";
  return kind === "personalData"
    ? personalDataPermission(actor, clientOfExport(search))
    : exportableLists[kind].permission;
}

/** Checked when it is asked for, made and read. */
export const mayExport = (actor: Actor, asked: AskedExport) => can(actor, exportPermission(actor, asked));
