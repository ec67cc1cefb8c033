import { sql } from "drizzle-orm";
import { batchRaw, rawSelect } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import type { DashboardRange } from "../dateRange";
import { clockAt } from "../placements/deliveryClock";
import { workingTimeBetween } from "../placements/workingTime";
import { reportRange } from "./reportRange";
import { nameOf } from "./revenueLines";

/**
 * How long clients of one service waited for one team member's first answer (rules.md inbox/response,
 * reports/response).
 */
export interface ResponseLine {
  serviceId: string;
  serviceName: string;
  agentId: string;
  agentName: string;
  /** Working ms from the client's first message to the answer, shortest first. */
  waits: number[];
}

/** Bounds the rows that a report reads, and its time. */
const MAX_RESPONSES = 10_000;

type Row = { serviceId: string; agentId: string; askedAt: number; answeredAt: number };

/**
 * First responses of a range by service and the member who answered, most responses first. Reads an index entry and a
 * row for each of the latest MAX_RESPONSES, and the names.
 */
export async function responseReport(ctx: Context, requested: DashboardRange | null): Promise<ResponseLine[]> {
  authorize(ctx, "reports.view");
  const { from, to } = reportRange(ctx, requested);
  const read = sql`select service_id as serviceId, first_responder_id as agentId, first_client_at as askedAt,
      first_response_at as answeredAt
    from message_threads indexed by message_threads_response
    where first_response_at between ${from} and ${to} and first_responder_id is not null
    order by first_response_at desc limit ${MAX_RESPONSES}`;
  const [rows] = await batchRaw(ctx.db, rawSelect<Row>(read));
  const { zone, days } = clockAt(ctx);
  const lines = new Map<string, Pick<ResponseLine, "serviceId" | "agentId" | "waits">>();
  for (const { serviceId, agentId, askedAt, answeredAt } of rows) {
    const id = responseLineId({ serviceId, agentId });
    const line = lines.get(id) ?? { serviceId, agentId, waits: [] };
    line.waits.push(workingTimeBetween(askedAt, answeredAt, zone, days));
    lines.set(id, line);
  }
  const names = await namesOf(ctx, [...lines.values()]);
  return [...lines.values()]
    .map((line) => ({
      ...line,
      serviceName: names.get(line.serviceId) ?? "",
      agentName: names.get(line.agentId) ?? "",
      waits: line.waits.sort((a, b) => a - b),
    }))
    .sort(
      (a, b) =>
        b.waits.length - a.waits.length ||
        a.serviceName.localeCompare(b.serviceName) ||
        a.agentName.localeCompare(b.agentName),
    );
}

async function namesOf({ db }: Context, lines: readonly { serviceId: string; agentId: string }[]) {
  const ids = (of: (line: (typeof lines)[number]) => string) => JSON.stringify([...new Set(lines.map(of))]);
  const [services, agents] = await batchRaw(
    db,
    rawSelect<{ id: string; name: string }>(sql`select services.id as id, services.name as name
      from json_each(${ids(({ serviceId }) => serviceId)}) chosen cross join services on services.id = chosen.value`),
    rawSelect<{ id: string; name: string }>(sql`select chosen.value as id, ${nameOf("chosen.value")} as name
      from json_each(${ids(({ agentId }) => agentId)}) chosen`),
  );
  return new Map([...services, ...agents].map(({ id, name }) => [id, name]));
}

/** Names a line in addresses and keys: no id has a colon. */
export const responseLineId = ({ serviceId, agentId }: Pick<ResponseLine, "serviceId" | "agentId">) =>
  `${serviceId}:${agentId}`;

/** The middle of sorted values, or the mean of the two in the middle; null for none. */
export function medianOf(sorted: readonly number[]): number | null {
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The smallest value that nine in ten do not exceed; null for none. */
export const ninetiethOf = (sorted: readonly number[]): number | null =>
  sorted[Math.ceil(sorted.length * 0.9) - 1] ?? null;

const HOUR_MS = 3_600_000;

/** Hours with one decimal. */
export const hoursOf = (ms: number | null) => (ms === null ? null : Math.round((ms / HOUR_MS) * 10) / 10);
