import { AsyncLocalStorage } from "node:async_hooks";
import type { Actor } from "~/domain/context";
import type { NotedEvent } from "~/domain/ports/noteEvent";
import { toOneLine } from "~/format/cleanText";
import { newStatementCount, type StatementCount } from "~db/countStatements.server";

/** An error as a log line shows it: no bound values, no input, no secrets (rules.md security/no-secrets). */
interface LoggedFault {
  name: string;
  message: string;
  /** The errors behind it, nearest first: a failed query's message names no reason. */
  causes: { name: string; message: string }[];
  /** Which provider call failed, when one did. */
  provider?: Record<string, unknown>;
  stack: string[];
}

/** The facts of a running request or job. Its one line is written at its end. */
export interface LogEntry {
  id: string;
  route: string;
  /** Ids only: names and addresses stay out of logs. */
  actor: string | null;
  /** The staff member who acts as the actor. */
  admin?: string;
  faults: LoggedFault[];
  count: StatementCount;
  startedAt: number;
  /** Faults and events after the end get a line of their own. */
  ended: boolean;
  events: NotedEvent[];
  /** Keeps the lines of a part whose output the platform does not store. It can be written to only. */
  dataset?: AnalyticsEngineDataset;
}

const entries = new AsyncLocalStorage<LogEntry>();

export const newLogEntry = (id: string, route = "", dataset?: AnalyticsEngineDataset): LogEntry => ({
  id,
  route,
  actor: null,
  faults: [],
  count: newStatementCount(),
  startedAt: performance.now(),
  ended: false,
  events: [],
  dataset,
});

/**
 * Runs a request or job: its statements, faults, route and actor go to `entry`, also from code that does not receive
 * it.
 */
export const inLogEntry = <T>(entry: LogEntry, work: () => T): T => entries.run(entry, work);

export const currentLogEntry = () => entries.getStore();

/** Notes the pattern of the address, because the address itself may hold a token. */
export function noteRoute(route: string) {
  const entry = entries.getStore();
  if (entry) entry.route = route;
}

export function noteActor(actor: Actor) {
  const entry = entries.getStore();
  if (!entry) return;
  entry.actor = actor.kind === "system" ? actor.name : actor.kind === "anonymous" ? null : actor.user.id;
  if (actor.kind === "impersonated") entry.admin = actor.adminId;
}

export function writeLogLine(kind: "request" | "job", entry: LogEntry, status: number | string, more: object = {}) {
  const failed = entry.faults.length > 0 || status === "failed" || (typeof status === "number" && status >= 500);
  writeLine(failed ? "error" : "log", endLogEntry(kind, entry, status, more));
}

/** Most lines that share one. The platform keeps 16 kB of a line. */
const MAX_SHARED = 50;

/**
 * Writes the lines of requests that succeeded. Those of one moment share a line, because writing is most of its cost.
 */
export function writeLogLines(lines: readonly object[]) {
  if (lines.length === 1) return writeLine("log", lines[0]!);
  for (let at = 0; at < lines.length; at += MAX_SHARED)
    writeLine("log", { log: "requests", requests: lines.slice(at, at + MAX_SHARED) });
}

/** Ends a request or job and returns its line. Fields come first in every line: kind, id, route, status, time in ms. */
export function endLogEntry(kind: "request" | "job", entry: LogEntry, status: number | string, more: object): object {
  entry.ended = true;
  const { id, route, actor, admin, faults, events, count, startedAt } = entry;
  return {
    log: kind,
    id,
    route,
    status,
    time: Math.round(performance.now() - startedAt),
    statements: count.statements,
    rowsRead: count.rowsRead,
    rowsWritten: count.rowsWritten,
    actor,
    ...(admin ? { admin } : {}),
    ...more,
    ...(events.length > 0 ? { events } : {}),
    ...(faults.length > 0 ? { faults } : {}),
  };
}

/** Adds a fault to the line of the running request or job, else writes a line of its own. */
export function logFault(error: unknown, id = entries.getStore()?.id ?? "") {
  const entry = entries.getStore();
  const fault = faultOf(error);
  if (entry && !entry.ended && entry.id === id) entry.faults.push(fault);
  else writeLine("error", { log: "fault", id, faults: [fault] });
}

/**
 * Adds a security event to the line of the running request, whose status says whether it succeeded, else writes a line.
 */
export function noteEvent({ kind, user, by, from, detail }: NotedEvent) {
  const entry = entries.getStore();
  const event = { kind, user, by, from, detail: withoutSecrets(detail) };
  if (entry && !entry.ended) entry.events.push(event);
  else writeLine("log", { log: "security", id: entry?.id ?? "", events: [event] });
}

/** Logs a refused attack that has no account: a forged webhook, a form of another site. `what` holds no input. */
export function logRefusal(what: string) {
  writeLine("warn", { log: "refused", id: entries.getStore()?.id ?? "", what: toOneLine(what) });
}

/** Logs something that repairs itself, e.g. a queue that refused a wake-up. `what` holds no input. */
export function logWarning(what: string, error?: unknown) {
  writeLine("warn", {
    log: "warning",
    id: entries.getStore()?.id ?? "",
    what: toOneLine(what),
    ...(error === undefined ? {} : { faults: [faultOf(error)] }),
  });
}

function writeLine(level: "log" | "warn" | "error", line: object) {
  const text = JSON.stringify(line);
  keepLine(text);
  if (level === "error") return console.error(text);
  if (level === "warn") return console.warn(text);
  // biome-ignore lint/suspicious/noConsole: the only place that writes to the log.
  console.log(text);
}

/** Of 16 kB, with up to three bytes for each character. */
const MAX_KEPT = 5_000;

/** The platform takes the line without waiting. The index is the request, so that sampling drops none of its lines. */
function keepLine(text: string) {
  const entry = entries.getStore();
  try {
    entry?.dataset?.writeDataPoint({ indexes: [entry.id], blobs: [text.slice(0, MAX_KEPT)] });
  } catch {
    // The line is in the output of the Worker.
  }
}

const MAX_CAUSES = 8;
const MAX_FRAMES = 5;

export function faultOf(error: unknown): LoggedFault {
  const { name, message } = descriptionOf(error);
  const causes: LoggedFault["causes"] = [];
  for (let cause = causeOf(error); cause !== undefined && causes.length < MAX_CAUSES; cause = causeOf(cause))
    causes.push(descriptionOf(cause));
  const provider = error instanceof Error ? (error as { provider?: Record<string, unknown> }).provider : undefined;
  // The stack repeats the message, so keep the frames only.
  const frames = (error instanceof Error ? (error.stack ?? "") : "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name,
    message,
    causes,
    ...(provider ? { provider } : {}),
    stack: frames.slice(0, MAX_FRAMES).map((frame) => toOneLine(frame)),
  };
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error ? (error.cause ?? undefined) : ((error as { error?: unknown } | null)?.error ?? undefined);

/** Of an object only the kind and message fields, as the rest may be input. */
function descriptionOf(thrown: unknown): { name: string; message: string } {
  if (thrown instanceof Error) return { name: toOneLine(thrown.name), message: withoutSecrets(thrown.message) };
  if (typeof thrown !== "object" || thrown === null)
    return { name: typeof thrown, message: withoutSecrets(String(thrown)) };
  const { status, statusText, message } = thrown as Record<string, unknown>;
  const parts = [status, statusText, message].filter((part) => typeof part === "number" || typeof part === "string");
  return { name: thrown.constructor?.name ?? "object", message: withoutSecrets(parts.join(" ")) };
}

const MAX_MESSAGE = 500;

const secrets: [RegExp, string][] = [
  // The database library's messages end in the bound values, those of a JSON parser quote the text.
  [/\nparams:[\s\S]*$/, ""],
  [/, "[\s\S]*" is not valid JSON/g, ": not valid JSON"],
  [/\b(?:sk|pk|rk|whsec)_\w+/g, "[key]"],
  [/_secret_\w+/g, "_secret_[removed]"],
  [/\b(Bearer|Basic)\s+\S+/gi, "$1 [removed]"],
  [/[^\s"'<>()@,;:]+@[^\s"'<>()@,;:]+\.\w+/g, "[address]"],
  // Card numbers.
  [/\b\d(?:[ -]?\d){11,18}\b/g, "[number]"],
];

/** Random text with letters and digits: tokens, codes and hashes. Ids of ours and of the provider stay readable. */
const RANDOM = /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}/g;
const IS_ID =
  /^(?:[0-9A-HJKMNP-TV-Z]{26}|(?:pi|seti|cus|pm|ch|re|evt|cs|du|dp|req)_\w+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Makes a message safe to log, on one line. */
export function withoutSecrets(message: string): string {
  const clean = secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), message);
  return toOneLine(clean.replace(RANDOM, (run) => (IS_ID.test(run) ? run : "[removed]"))).slice(0, MAX_MESSAGE);
}
