import { isReportType } from "~/domain/reports/reportTypes";
import { exportRouteByParams } from "~/features/exports/exportRoute.server";
import { reportContext } from "~/features/reports/reportContext.server";

const route = exportRouteByParams(
  ({ reportType }) => (isReportType(reportType) ? `report-${reportType}` : null),
  reportContext,
);

export const loader = route.loader;
export const action = route.action;
