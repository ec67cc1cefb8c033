import { authorize } from "../access";
import type { Context } from "../context";
import type { DashboardRange } from "../dateRange";
import { type ClientLine, clientLines } from "./clientLines";
import { reportRange } from "./reportRange";

/** Clients whose first paid order is in the range (GET /admin/report/newClients; rules.md reports/columns). */
export async function newClientsReport(ctx: Context, requested: DashboardRange | null): Promise<ClientLine[]> {
  authorize(ctx, "reports.view");
  return await clientLines(ctx, "newClients", [reportRange(ctx, requested)]);
}
