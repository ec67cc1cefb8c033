import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { approvalFile } from "~/domain/placements/approvalFile";
import { serveFile } from "~/files/serveFile";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

/** The file of the content to approve, for a reader who is not signed in. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.answerByLink");
  const key = await orNotFound(approvalFile(ctx, args.params.token ?? ""));
  return await serveFile(ctx, key, args.request, async () => true);
}
