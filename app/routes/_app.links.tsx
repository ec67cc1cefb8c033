import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { isStaff } from "~/domain/context";
import { pageTitle } from "~/features/frame/pageTitle";
import { PlacementListView } from "~/features/placements/PlacementListView";
import { placementListPage } from "~/features/placements/placementListPage.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

export const meta = pageTitle("Links");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.list");
  if (isStaff(ctx.actor)) throw redirect(paths.placements(), 303);
  return await placementListPage(ctx, args);
}

export default function Links() {
  return <PlacementListView {...useLoaderData<typeof loader>()} />;
}
