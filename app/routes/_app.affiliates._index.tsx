import { useLoaderData } from "@remix-run/react";
import { affiliateList } from "~/domain/affiliates/affiliateList";
import { findAffiliates } from "~/domain/affiliates/findAffiliates";
import { AffiliateListView } from "~/features/affiliates/AffiliateListView";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { listLoader } from "~/http/listLoader.server";

export const meta = pageTitle("Affiliates");

export const loader = listLoader(affiliateList, "affiliates.list", findAffiliates, ({ actor }) => ({
  opens: { settings: pageOpens(actor, "/affiliates/settings") },
}));

export default function Affiliates() {
  return <AffiliateListView {...useLoaderData<typeof loader>()} />;
}
