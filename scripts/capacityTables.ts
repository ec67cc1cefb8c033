import type { OrderBytes } from "../tests/support/orderBytes";
import { OPERATIONS_PER_MESSAGE, PRICES, type sumOf } from "./bench/parts/wholeOrder";

type Cost = ReturnType<typeof sumOf>;

export interface Measured {
  date: string;
  /** One whole order with messages, a report and its approval. */
  order: Cost;
  orderOfLargeTeam: Cost;
  bytes: { smallTeam: OrderBytes; largeTeam: OrderBytes; visit: number; message: number };
}

/** What an order brings along, besides the two messages that it counts itself. */
const VISITS = 20;
const MESSAGES = 6;
/** Pages and calls of all people for one order. Each reads as many rows as P17 allows on average. */
const PAGES = 150;
const ROWS_A_PAGE = 200;
const CLIENT_SHARE = 0.3;

const DAYS = 365;
const MONTH = DAYS / 12;
const GB = 1e9;
const D1_LIMIT_GB = 10;
/** Notifications stay 90 days when they are read, 180 at most. */
const FRESH_DAYS = 135;
const VISIT_DAYS = 395;
/** The busiest hour takes this part of a day's work. */
const PEAK = 0.15;
/** A primary writes to other machines before it answers, which the local file does not. */
const REMOTE_FACTOR = 5;

/** Included in Workers Paid each month. */
const INCLUDED = {
  rowsWritten: 50e6,
  rowsRead: 25e9,
  requests: 10e6,
  queueOperations: 1e6,
  objectRequests: 1e6,
  storageGb: 5,
};
const PLAN = 5;
const STORAGE_PRICE = 0.75;

const whole = (value: number) => Math.round(value).toLocaleString("en");
const digits = (value: number) => (value >= 10 ? whole(value) : value.toFixed(value >= 1 ? 1 : 2));
const row = (cells: string[]) => `| ${cells.join(" | ")} |`;

interface Team {
  name: string;
  bytes: OrderBytes;
  cost: Cost;
}

/** GB that stay, of one day. */
const lastingGb = ({ bytes }: Team, { visit: _, message }: Measured["bytes"], orders: number) =>
  (orders * (bytes.afterYear + CLIENT_SHARE * bytes.client + MESSAGES * message)) / GB;

/** GB that retention deletes again, once it has reached its level. */
const passingGb = ({ bytes }: Team, { visit }: Measured["bytes"], orders: number) =>
  (orders * (FRESH_DAYS * (bytes.fresh - bytes.afterYear - bytes.client) + VISIT_DAYS * VISITS * visit)) / GB;

function dollars({ cost }: Team, orders: number, storageGb: number) {
  const monthly = orders * MONTH;
  const used = {
    rowsWritten: monthly * (cost.rowsWritten + 4 * VISITS + 8 * MESSAGES),
    rowsRead: monthly * (cost.rowsRead + PAGES * ROWS_A_PAGE),
    requests: monthly * (cost.requests + cost.queueMessages + PAGES + VISITS),
    queueOperations: monthly * (cost.queueMessages + VISITS / 10) * OPERATIONS_PER_MESSAGE,
    objectRequests: monthly * cost.pushes,
  };
  const over = (Object.keys(used) as (keyof typeof used)[]).reduce(
    (sum, key) => sum + (Math.max(0, used[key] - INCLUDED[key]) / 1e6) * PRICES[key],
    0,
  );
  return PLAN + over + Math.max(0, Math.min(storageGb, D1_LIMIT_GB) - INCLUDED.storageGb) * STORAGE_PRICE;
}

const timeText = (days: number) =>
  days > 100 * DAYS ? "more than 100 years" : days > 2 * DAYS ? `${digits(days / DAYS)} years` : `${whole(days)} days`;

/** Days until the database holds 10 GB. Visits and notifications grow to their level in their first year. */
function daysToFull(team: Team, bytes: Measured["bytes"], orders: number) {
  const passing = passingGb(team, bytes, orders);
  const lasting = lastingGb(team, bytes, orders);
  const full = (D1_LIMIT_GB - passing) / lasting;
  return full > VISIT_DAYS ? full : D1_LIMIT_GB / (lasting + passing / VISIT_DAYS);
}

/** The orders a day whose rows of so many years one database holds. */
const ordersThatFit = (team: Team, bytes: Measured["bytes"], years: number) =>
  D1_LIMIT_GB / (lastingGb(team, bytes, 1) * DAYS * years + passingGb(team, bytes, 1));

function rowOfLoad(team: Team, bytes: Measured["bytes"], orders: number): string {
  const { cost } = team;
  const lasting = lastingGb(team, bytes, orders);
  const passing = passingGb(team, bytes, orders);
  const perSecond = (orders * PEAK) / 3600;
  return row([
    whole(orders),
    team.name,
    whole(orders * cost.rowsWritten),
    `${digits(lasting * DAYS)} + ${digits(passing)}`,
    `$${digits(dollars(team, orders, lasting * DAYS + passing))}`,
    timeText(daysToFull(team, bytes, orders)),
    `${digits(100 * perSecond * (cost.databaseMs / 1000) * REMOTE_FACTOR)} %`,
    `${digits(perSecond * cost.queueMessages)} messages/s`,
    `${digits(perSecond * (cost.pushes / Number(team.name)))} calls/s`,
  ]);
}

/** The tables of docs/capacity.md. */
export function capacityTables({ date, order, orderOfLargeTeam, bytes }: Measured): string {
  const teams: Team[] = [
    { name: "3", bytes: bytes.smallTeam, cost: order },
    { name: "60", bytes: bytes.largeTeam, cost: orderOfLargeTeam },
  ];
  const [small, large] = teams as [Team, Team];
  const compare = (what: string, of: (team: Team) => number) => row([what, whole(of(small)), whole(of(large))]);
  return [
    `Measured on ${date}.`,
    "",
    row(["One order, from the visit to Completed", "3 staff", "60 staff"]),
    row(["---", "---:", "---:"]),
    compare("Bytes of the order a year later", (team) => team.bytes.afterYear),
    compare("Bytes of a new client a year later", (team) => team.bytes.client),
    compare("Bytes of both in the first days, with notifications, mails and sessions", (team) => team.bytes.fresh),
    compare("Rows written", (team) => team.cost.rowsWritten),
    compare("Rows read", (team) => team.cost.rowsRead),
    compare("Queue messages", (team) => team.cost.queueMessages),
    compare("Live messages", (team) => team.cost.pushes),
    compare("Milliseconds of the database", (team) => team.cost.databaseMs),
    "",
    `A visit takes ${whole(bytes.visit)} bytes and a message of 300 characters ${whole(bytes.message)}, measured on a million of each.`,
    "",
    row([
      "Orders a day",
      "Staff",
      "Rows written a day",
      "GB a year + passing",
      "Price a month",
      "10 GB reached after",
      "Primary busy at the peak",
      "Queue at the peak",
      "A hub at the peak",
    ]),
    row(["---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:"]),
    ...[1, 100, 10_000].flatMap((orders) => teams.map((team) => rowOfLoad(team, bytes, orders))),
    "",
    `One database holds five years of ${whole(ordersThatFit(small, bytes, 5))} orders a day with 3 staff, and of ${whole(ordersThatFit(large, bytes, 5))} with 60.`,
  ].join("\n");
}
