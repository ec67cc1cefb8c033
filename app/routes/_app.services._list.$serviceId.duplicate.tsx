import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { duplicateService } from "~/domain/catalogue/duplicateService";
import { SERVICE_DUPLICATED } from "~/domain/catalogue/serviceTexts";
import { GENERIC_ERROR } from "~/domain/errors";
import { serviceListPath } from "~/features/services/serviceListPath.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { logFault } from "~/integrations/log.server";
import { paths } from "~/paths";

/** A row's menu posts here. A GET redirects to the list. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "services.manage");
  return redirect(serviceListPath(args.request), 303);
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const { portal } = args.context;
  const list = serviceListPath(args.request);
  try {
    const { id } = await orNotFound(duplicateService(ctx, idParam(args.params.serviceId)));
    return await redirectWithToast(portal, paths.serviceEdit(id), SERVICE_DUPLICATED);
  } catch (error) {
    if (error instanceof Response) throw error;
    logFault(error);
    return await redirectWithToast(portal, list, GENERIC_ERROR, "error");
  }
}

export default function Duplicate() {
  return null;
}
