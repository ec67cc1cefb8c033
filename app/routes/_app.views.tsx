import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { visibleViews } from "~/domain/views/visibleViews";
import { pageTitle } from "~/features/frame/pageTitle";
import { SavedViewsView } from "~/features/views/SavedViewsView";
import { pageContext } from "~/http/pageContext.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Saved views");

export async function loader(args: LoaderFunctionArgs) {
  return { views: await visibleViews(await pageContext(args, "views.own")) };
}

export default function Views() {
  return (
    <SavedViewsView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </SavedViewsView>
  );
}
