import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findExport } from "~/domain/exports/findExport";
import { ExportView } from "~/features/exports/ExportView";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

export const meta = pageTitle("Export");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "exports.own");
  return { progress: await orNotFound(findExport(ctx, idParam(args.params.exportId))) };
}

export default function Export() {
  return <ExportView {...useLoaderData<typeof loader>()} />;
}
