import { defineSheet } from "~/list/defineSheet";
import type { AgentLine } from "./agentsReport";
import type { ClientLine, ComparedClientLine } from "./clientLines";
import type { SubscriptionLine } from "./subscriptionsReport";

export const UNASSIGNED = "Unassigned";

export const agentSheet = defineSheet<AgentLine>([
  { label: "Agent Name", kind: "text", width: 28, value: (line) => line.agentName ?? UNASSIGNED },
  { label: "Clients", kind: "number", width: 12, value: (line) => line.clientsCount },
  { label: "Orders", kind: "number", width: 12, value: (line) => line.ordersCount },
  { label: "New Revenue", kind: "cents", width: 16, value: (line) => line.newRevenue },
  { label: "Total Revenue", kind: "cents", width: 16, value: (line) => line.totalRevenue },
]);

export const clientReportSheet = defineSheet<ClientLine>([
  { label: "Client ID", kind: "text", width: 30, value: (line) => line.clientId },
  { label: "Client Name", kind: "text", width: 28, value: (line) => line.clientName },
  { label: "Client Email", kind: "text", width: 32, value: (line) => line.clientEmail },
  { label: "Agent Name", kind: "text", width: 28, value: (line) => line.agentName },
  { label: "Client Status", kind: "text", width: 14, value: (line) => line.clientStatus },
  { label: "Orders", kind: "number", width: 12, value: (line) => line.ordersCount },
  { label: "Total Revenue", kind: "cents", width: 16, value: (line) => line.totalRevenue },
  { label: "Last Payment", kind: "time", width: 24, value: (line) => line.lastPaymentDate },
]);

export const comparisonSheet = defineSheet<ComparedClientLine>([
  ...clientReportSheet,
  { label: "Orders, second range", kind: "number", width: 22, value: (line) => line.ordersCount1 },
  { label: "Total Revenue, second range", kind: "cents", width: 28, value: (line) => line.totalRevenue1 },
]);

export const subscriptionReportSheet = defineSheet<SubscriptionLine>([
  { label: "Service", kind: "text", width: 36, value: (line) => line.serviceName },
  { label: "At start", kind: "number", width: 12, value: (line) => line.atStart },
  { label: "New", kind: "number", width: 12, value: (line) => line.began },
  { label: "Ended", kind: "number", width: 12, value: (line) => line.ended },
  { label: "At end", kind: "number", width: 12, value: (line) => line.atEnd },
  { label: "Active at start, lost since", kind: "number", width: 22, value: (line) => line.lost },
  { label: "Monthly revenue at start", kind: "cents", width: 24, value: (line) => line.monthlyAtStart },
  { label: "Monthly revenue at end", kind: "cents", width: 24, value: (line) => line.monthlyAtEnd },
  { label: "Monthly revenue lost", kind: "cents", width: 22, value: (line) => line.monthlyLost },
  { label: "Recovered payments", kind: "number", width: 20, value: (line) => line.recoveredCount },
  { label: "Recovered amount", kind: "cents", width: 18, value: (line) => line.recoveredAmount },
]);
