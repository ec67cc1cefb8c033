import { paths } from "~/paths";
import { listBehind } from "./listBehind.server";

/** The staff's list behind a dialog about a service. */
export const serviceListPath = (request: Request) => listBehind(request, paths.services());
