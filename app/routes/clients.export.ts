import { exportRoute } from "~/features/exports/exportRoute.server";

export const { loader, action } = exportRoute("clients");
