import { isReportType } from "~/domain/reports/reportTypes";
import { exportRouteByParams } from "~/features/exports/exportRoute.server";
import { reportContext } from "~/features/reports/reportContext.server";

export const { loader, action } = exportRouteByParams(
  ({ reportType }) => (isReportType(reportType) ? `report-${reportType}` : null),
  reportContext,
);
