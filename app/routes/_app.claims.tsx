import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { claimList } from "~/domain/claims/claimList";
import { findClaims } from "~/domain/claims/findClaims";
import { isStaff } from "~/domain/context";
import { ClaimListView } from "~/features/claims/ClaimListView";
import { pageTitle } from "~/features/frame/pageTitle";
import { listQuery } from "~/http/listQuery.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";

export const meta = pageTitle("Claims");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "claims.list");
  const query = listQuery(args.context.portal, claimList);
  const page = await nullOnFault(findClaims(ctx, query));
  return withStatus({ query, page, staff: isStaff(ctx.actor) }, page ? 200 : 500);
}

export default function Claims() {
  return <ClaimListView {...useLoaderData<typeof loader>()} />;
}
