import { defineSheet } from "~/list/defineSheet";
import { actorText, changesText } from "./auditTexts";
import type { AuditRow } from "./findAudit";
import { recordKindLabels } from "./recordKinds";

export const auditSheet = defineSheet<AuditRow>([
  { label: "Time", kind: "time", width: 24, value: (row) => row.createdAt },
  { label: "Person", kind: "text", width: 36, value: (row) => actorText(row.realActor ?? row.actor) },
  { label: "Acting as", kind: "text", width: 36, value: (row) => (row.realActor ? actorText(row.actor) : null) },
  { label: "Action", kind: "text", width: 44, value: (row) => row.action },
  { label: "Record", kind: "text", width: 24, value: (row) => recordKindLabels[row.entity] },
  { label: "Record id", kind: "text", width: 32, value: (row) => row.entityId },
  { label: "Changes", kind: "text", width: 80, value: (row) => changesText(row.changes) },
]);
