import type { RunResult } from "./play";

/** Names the beginning of a run, which is repeated while a failure is shrunk. */
export const BEGINS = "begin";
/** How often (ms) a run looks which port calls still run. */
export const WATCH_MS = 5_000;

/**
 * Lines of JSON that the worker streams to the host. It sends each smaller failure; the last result counts. `waits`
 * names the port calls that run for long.
 */
export type Progress = { doing: string } | { waits: string } | { result: RunResult } | { error: string };
