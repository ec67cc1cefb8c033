import { authorize, can } from "../access";
import { type Context, readerZone } from "../context";
import { Unauthenticated } from "../errors";
import { isMonitorToken } from "./monitorToken";
import { readHealth } from "./readHealth";
import { readSizes, type Sizes } from "./readSizes";
import { type HealthPart, type HealthReport, healthParts, type PartState } from "./trouble";

/** The parts whose failures all staff can judge. The others need the keys and logs of the installation. */
const staffParts: readonly HealthPart[] = ["billing", "jobs"];

/** The failures and what to do about them: for super admins all, for other staff those of billing and jobs. */
export async function findHealth(ctx: Context): Promise<HealthReport> {
  authorize(ctx, "billing.health");
  const { parts, troubles } = await readHealth(ctx, readerZone(ctx));
  const shown = can(ctx.actor, "health.view") ? troubles : troubles.filter(({ part }) => staffParts.includes(part));
  return { parts, troubles: shown };
}

interface MonitorAnswer {
  ok: boolean;
  checks: Record<HealthPart, { ok: boolean; status: PartState }>;
  sizes: Sizes;
}

/**
 * Which parts work and how much is stored, for a monitor. Holds no name or text. Throws Unauthenticated for a wrong
 * token.
 */
export async function monitorHealth(ctx: Context, token: string): Promise<MonitorAnswer> {
  authorize(ctx, "health.monitor");
  if (!(await isMonitorToken(ctx, token)))
    throw new Unauthenticated("This call needs the monitor's token, which super admins find under Health");
  const [{ parts }, sizes] = await Promise.all([readHealth(ctx, readerZone(ctx)), readSizes(ctx)]);
  const checks = Object.fromEntries(
    healthParts.map((part) => [part, { ok: parts[part] !== "failing", status: parts[part] }]),
  ) as MonitorAnswer["checks"];
  return { ok: Object.values(checks).every(({ ok }) => ok), checks, sizes };
}
