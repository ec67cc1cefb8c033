import { authorize } from "../access";
import type { Context } from "../context";
import type { DashboardRange } from "../dateRange";
import { type ClientLine, clientLines } from "./clientLines";
import { reportRange } from "./reportRange";

/** Revenue by client (GET /admin/report/clients). The sum equals the dashboard's revenue. */
export async function clientsReport(ctx: Context, requested: DashboardRange | null): Promise<ClientLine[]> {
  authorize(ctx, "reports.view");
  return await clientLines(ctx, "clients", [reportRange(ctx, requested)]);
}
