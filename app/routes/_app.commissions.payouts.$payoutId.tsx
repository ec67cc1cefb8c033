import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { payoutDetails } from "~/domain/payouts/findPayouts";
import { payoutMethods } from "~/domain/payouts/payoutFile";
import { PayoutView } from "~/features/payouts/PayoutView";
import { formatDateTime } from "~/format/dates";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Payout${data ? ` of ${formatDateTime(data.payout.createdAt)}` : ""} | ${brand.name}` },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payouts.manage");
  const id = idParam(args.params.payoutId);
  const payout = await orNotFound(payoutDetails(ctx, id));
  return { payout, methods: await payoutMethods(ctx, id) };
}

export default function Payout() {
  return <PayoutView {...useLoaderData<typeof loader>()} />;
}
