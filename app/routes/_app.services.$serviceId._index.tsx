import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { idParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** The bare address of a service is the staff's; everyone else is redirected to / (document 1 section 6). */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "services.manage");
  return redirect(paths.serviceDetails(idParam(args.params.serviceId)), 303);
}
