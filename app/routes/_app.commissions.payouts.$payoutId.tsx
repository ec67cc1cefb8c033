import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { payoutDetails } from "~/domain/payouts/findPayouts";
import { payoutMethods } from "~/domain/payouts/payoutFile";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { zoneOfPage } from "~/features/frame/useZone";
import { PayoutView } from "~/features/payouts/PayoutView";
import { formatDateTime } from "~/format/dates";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  {
    title: titleWithBrand(
      matches,
      `Payout${data ? ` of ${formatDateTime(data.payout.createdAt, zoneOfPage(matches))}` : ""}`,
    ),
  },
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
