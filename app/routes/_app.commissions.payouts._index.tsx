import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findPayouts } from "~/domain/payouts/findPayouts";
import { payoutList } from "~/domain/payouts/payoutList";
import { PayoutListView } from "~/features/payouts/PayoutListView";
import { pageContext } from "~/http/pageContext.server";
import { listFromUrl } from "~/list/listFromUrl";

export const meta = () => [{ title: `Payouts | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payouts.manage");
  const query = listFromUrl(payoutList, args.request.url);
  return { query, page: await findPayouts(ctx, query) };
}

export default function Payouts() {
  return <PayoutListView {...useLoaderData<typeof loader>()} />;
}
