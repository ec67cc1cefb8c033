import { defineSheet } from "~/list/defineSheet";
import { clientTypeLabel, userStatusLabel } from "../roles";
import type { ClientListRow } from "./findClients";

/** The columns of the client list, those it can be sorted by, and the client's company. */
export const clientSheet = defineSheet<ClientListRow>([
  { label: "First Name", kind: "text", width: 24, value: (client) => client.firstName },
  { label: "Last Name", kind: "text", width: 24, value: (client) => client.lastName },
  { label: "Email", kind: "text", width: 36, value: (client) => client.email },
  { label: "Last Login", kind: "time", width: 24, value: (client) => client.lastLogin },
  { label: "Status", kind: "text", width: 14, value: (client) => userStatusLabel(client.userStatus) },
  {
    label: "Client Type",
    kind: "text",
    width: 14,
    value: (client) => (client.clientType ? clientTypeLabel(client.clientType) : "N/A"),
  },
  { label: "Created", kind: "time", width: 24, value: (client) => client.createdAt },
  { label: "Company", kind: "text", width: 28, value: (client) => client.company },
  { label: "Tax id", kind: "text", width: 20, value: (client) => client.taxId },
]);
