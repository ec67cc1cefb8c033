import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { duplicateService } from "~/domain/catalogue/duplicateService";
import { SERVICE_DUPLICATED } from "~/domain/catalogue/serviceTexts";
import { GENERIC_ERROR } from "~/domain/errors";
import { serviceListPath } from "~/features/services/serviceListPath.server";
import { logFault } from "~/http/logFault.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";

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
    await orNotFound(duplicateService(ctx, idParam(args.params.serviceId)));
  } catch (error) {
    if (error instanceof Response) throw error;
    logFault(error);
    return await redirectWithToast(portal, list, GENERIC_ERROR, "error");
  }
  return await redirectWithToast(portal, list, SERVICE_DUPLICATED);
}

export default function Duplicate() {
  return null;
}
