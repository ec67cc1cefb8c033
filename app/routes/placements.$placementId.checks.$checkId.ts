import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { checkEvidence } from "~/domain/placements/checkEvidence";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

/** The evidence of a check as plain text: the page was written by strangers, so nothing of it may run. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "linkChecks.read");
  const placementId = idParam(args.params.placementId);
  const { body, size } = await orNotFound(checkEvidence(ctx, { placementId, id: idParam(args.params.checkId) }));
  return new Response(body, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": String(size),
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
