import { paths } from "~/paths";
import { listBehind } from "./listBehind.server";

/** The staff list behind a service dialog. */
export const serviceListPath = (request: Request) => listBehind(request, paths.services());
