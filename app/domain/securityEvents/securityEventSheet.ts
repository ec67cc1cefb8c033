import { defineSheet } from "~/list/defineSheet";
import type { SecurityEventRow } from "./findSecurityEvents";
import { securityEventLabels } from "./securityEventLabels";

export const securityEventSheet = defineSheet<SecurityEventRow>([
  { label: "Time", kind: "time", width: 24, value: (event) => event.createdAt },
  { label: "Event", kind: "text", width: 26, value: (event) => securityEventLabels[event.kind] },
  { label: "Account", kind: "text", width: 36, value: (event) => event.account?.email ?? null },
  { label: "By", kind: "text", width: 36, value: (event) => event.actor?.email ?? null },
  { label: "Network address", kind: "text", width: 40, value: (event) => event.address },
  { label: "Browser", kind: "text", width: 60, value: (event) => event.userAgent },
  { label: "Detail", kind: "text", width: 44, value: (event) => event.detail },
]);
