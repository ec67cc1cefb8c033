import { expect, type Page } from "@playwright/test";
import { endingSession } from "./e2e";
import type { Portal } from "./runningPortal";

const MONTH_MS = 31 * 24 * 60 * 60_000;
/** The newest, which are the tests' own; a run of the cron charges more. */
const KEPT = 6;
const RUNS = 3;

/** Moves the clock a month and charges the newest subscriptions. Sessions end meanwhile, also that of the open page. */
export async function aMonthPasses(portal: Portal, page: Page) {
  endingSession.add(page);
  const { jwtToken: bearer } = await portal.tokens("superadmin@example.com");
  const active = await portal.api("POST", "/subscription/find", {
    bearer,
    body: { page: 0, pageSize: 100, filterFields: [{ key: "status", searchOperation: "eq", value: "Active" }] },
  });
  const rows = active.json.content as { id: string; cancelRequestedTime: string | null }[];
  // Charging the seeded ones takes longer than the test. Those with a request are not charged.
  for (const { id } of rows.slice(KEPT).filter(({ cancelRequestedTime }) => cancelRequestedTime === null))
    expect((await portal.api("PUT", "/subscription/cancel", { bearer, body: { id } })).status).toBe(200);
  await portal.control.moveClock({ advanceMs: MONTH_MS });
  for (let run = 0; run < RUNS; run++) await portal.control.runCron("billing");
}
