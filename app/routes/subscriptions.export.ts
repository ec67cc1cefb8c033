import { exportRoute } from "~/features/exports/exportRoute.server";

const route = exportRoute("subscriptions");
export const loader = route.loader;
export const action = route.action;
