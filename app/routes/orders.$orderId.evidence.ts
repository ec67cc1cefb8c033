import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { downloadEvidence } from "~/domain/evidence/downloadEvidence";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { zipResponse } from "~/http/zipResponse";

/** The signed evidence of an order as a zip, for Admins. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "evidence.download");
  return zipResponse(await orNotFound(downloadEvidence(ctx, idParam(args.params.orderId))));
}
