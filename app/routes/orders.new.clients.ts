import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientOptions } from "~/domain/clients/clientOptions";
import { pageContext } from "~/http/pageContext.server";

/** Serves the client search of an open form. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.read");
  return await clientOptions(ctx, new URL(args.request.url).searchParams.get("text") ?? "");
}
