import { atomicBatch } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { MONITOR_TOKEN } from "./monitorToken";

/** Ends the monitor's token; a new one takes its place immediately. */
export async function replaceMonitorToken(ctx: Context): Promise<void> {
  authorize(ctx, "health.monitorToken");
  await atomicBatch(ctx.db, [historyStatement(ctx, { ...MONITOR_TOKEN, action: "Token replaced", changes: [] })]);
}
