import { authorize } from "../access";
import type { Context } from "../context";
import { Unauthenticated } from "../errors";
import { isMonitorToken } from "./monitorToken";
import { readHealth } from "./readHealth";
import { type HealthPart, type HealthReport, healthParts, type PartState } from "./trouble";

/** The failures and what to do about them, for super admins. */
export async function findHealth(ctx: Context): Promise<HealthReport> {
  authorize(ctx, "health.view");
  return await readHealth(ctx);
}

export interface MonitorAnswer {
  ok: boolean;
  checks: Record<HealthPart, { ok: boolean; status: PartState }>;
}

/** Which parts work, for a monitor. Holds no figure, name or text. Throws Unauthenticated for a wrong token. */
export async function monitorHealth(ctx: Context, token: string): Promise<MonitorAnswer> {
  authorize(ctx, "health.monitor");
  if (!(await isMonitorToken(ctx, token)))
    throw new Unauthenticated("This call needs the monitor's token, which super admins find under Health");
  const { parts } = await readHealth(ctx);
  const checks = Object.fromEntries(
    healthParts.map((part) => [part, { ok: parts[part] !== "failing", status: parts[part] }]),
  ) as MonitorAnswer["checks"];
  return { ok: Object.values(checks).every(({ ok }) => ok), checks };
}
