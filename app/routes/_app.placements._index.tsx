import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/features/frame/pageTitle";
import { PlacementListView } from "~/features/placements/PlacementListView";
import { placementListPage } from "~/features/placements/placementListPage.server";
import { pageContext } from "~/http/pageContext.server";

export const meta = pageTitle("Placements");

export async function loader(args: LoaderFunctionArgs) {
  return await placementListPage(await pageContext(args, "placements.manage"), args);
}

export default function Placements() {
  return <PlacementListView {...useLoaderData<typeof loader>()} />;
}
