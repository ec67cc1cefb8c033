import { defineSheet } from "~/list/defineSheet";
import { clientTypeLabel, userStatusLabel } from "../roles";
import type { ClientListRow } from "./findClients";

/** The columns of the client list, plus those it can be sorted by. */
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
]);
