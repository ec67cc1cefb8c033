import { exportRoute } from "~/features/exports/exportRoute.server";

const route = exportRoute("placements");
export const loader = route.loader;
export const action = route.action;
