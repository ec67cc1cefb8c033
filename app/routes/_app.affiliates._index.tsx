import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { affiliateList } from "~/domain/affiliates/affiliateList";
import { findAffiliates } from "~/domain/affiliates/findAffiliates";
import { AffiliateListView } from "~/features/affiliates/AffiliateListView";
import { pageOpens } from "~/features/frame/menu.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";

export const meta = () => [{ title: `Affiliates | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "affiliates.list");
  const query = listFromUrl(affiliateList, args.request.url);
  const page = await nullOnFault(findAffiliates(ctx, query));
  const opens = { settings: pageOpens(ctx.actor, "/affiliates/settings") };
  return withStatus({ query, page, opens }, page ? 200 : 500);
}

export default function Affiliates() {
  return <AffiliateListView {...useLoaderData<typeof loader>()} />;
}
