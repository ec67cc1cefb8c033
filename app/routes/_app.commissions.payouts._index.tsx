import { useLoaderData } from "@remix-run/react";
import { findPayouts } from "~/domain/payouts/findPayouts";
import { payoutList } from "~/domain/payouts/payoutList";
import { pageTitle } from "~/features/frame/pageTitle";
import { PayoutListView } from "~/features/payouts/PayoutListView";
import { listLoader } from "~/http/listLoader.server";

export const meta = pageTitle("Payouts");

export const loader = listLoader(payoutList, "payouts.manage", findPayouts);

export default function Payouts() {
  return <PayoutListView {...useLoaderData<typeof loader>()} />;
}
