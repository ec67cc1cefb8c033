import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { Context } from "~/domain/context";
import { exportableLists } from "~/domain/exports/exportableLists";
import { type ExportKind, exportListPath } from "~/domain/exports/exportKinds";
import { pageContext } from "~/http/pageContext.server";
import { answerExport } from "./exportPage.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface ExportRoute {
  /** Only the Export button posts here. A GET redirects to the list. */
  loader(args: LoaderFunctionArgs): Promise<Response>;
  /** Exports every row that matches the list's URL. */
  action(args: ActionFunctionArgs): Promise<Response>;
}

/** Loader and action of a list's export address. */
export const exportRoute = (kind: ExportKind): ExportRoute =>
  exportRouteByParams(
    () => kind,
    (args) => pageContext(args, exportableLists[kind].permission),
  );

/**
 * As exportRoute, for an address that names the list in its params. `kindOf` returns null for an unknown one: a 404.
 */
export function exportRouteByParams(
  kindOf: (params: Args["params"]) => ExportKind | null,
  contextOf: (args: Args) => Promise<Context>,
): ExportRoute {
  const open = async (args: Args) => {
    const ctx = await contextOf(args);
    const kind = kindOf(args.params);
    if (!kind) throw new Response(null, { status: 404 });
    return { ctx, kind };
  };
  return {
    loader: async (args) => redirect(exportListPath[(await open(args)).kind], 303),
    action: async (args) => {
      const { ctx, kind } = await open(args);
      return await answerExport(args.context.portal, ctx, kind);
    },
  };
}
