import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findPayouts } from "~/domain/payouts/findPayouts";
import { payoutList } from "~/domain/payouts/payoutList";
import { PayoutListView } from "~/features/payouts/PayoutListView";
import { listLoader } from "~/http/listLoader.server";

export const meta = () => [{ title: `Payouts | ${brand.name}` }];

export const loader = listLoader(payoutList, "payouts.manage", findPayouts);

export default function Payouts() {
  return <PayoutListView {...useLoaderData<typeof loader>()} />;
}
