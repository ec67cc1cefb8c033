import { exportRoute } from "~/features/exports/exportRoute.server";

const route = exportRoute("clients");
export const loader = route.loader;
export const action = route.action;
