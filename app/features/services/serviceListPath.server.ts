import { listBehind } from "~/http/listBehind.server";
import { paths } from "~/paths";

/** The staff list behind a service dialog. */
export const serviceListPath = (request: Request) => listBehind(request, paths.services());
