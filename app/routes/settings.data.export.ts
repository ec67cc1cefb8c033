import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { DomainError } from "~/domain/errors";
import { requestEverything } from "~/domain/exports/requestEverything";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";

/** Only the button posts here. A GET redirects to the page. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "data.export");
  return redirect(paths.dataSettings(), 303);
}

/** Starts an export of everything. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "data.export");
  const { portal } = args.context;
  try {
    await requestEverything(ctx);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return await redirectWithToast(portal, paths.dataSettings(), error.message, "error");
  }
  return await redirectWithToast(portal, paths.dataSettings(), "Export started. We email you when it is ready.");
}
