import { endLogEntry, type LogEntry, writeLogLine, writeLogLines } from "~/integrations/log.server";
import { gather } from "./gather";

// A line for each redirect took a quarter of its time.
const gatherLine = gather<object>();

/**
 * Writes a redirect's log line after the answer, with those of the same moment; anything else has a line of its own.
 */
export function logRedirect(entry: LogEntry, method: string, status: number, ctx: Pick<ExecutionContext, "waitUntil">) {
  if (status !== 302 || entry.faults.length > 0) return writeLogLine("request", entry, status, { method });
  gatherLine(endLogEntry("request", entry, status, { method }), ctx, (lines) => void writeLogLines(lines));
}
