import { exportRoute } from "~/features/exports/exportRoute.server";

const route = exportRoute("audit");
export const loader = route.loader;
export const action = route.action;
