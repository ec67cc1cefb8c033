import { exportRoute } from "~/features/exports/exportRoute.server";

const route = exportRoute("securityEvents");
export const loader = route.loader;
export const action = route.action;
