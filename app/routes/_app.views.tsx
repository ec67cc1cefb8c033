import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { visibleViews } from "~/domain/views/visibleViews";
import { pageTitle } from "~/features/frame/pageTitle";
import { SavedViewsView } from "~/features/views/SavedViewsView";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Saved views");

export async function loader(args: LoaderFunctionArgs) {
  const views = await nullOnFault(visibleViews(await pageContext(args, "views.own")));
  return withStatus({ views }, views ? 200 : 500);
}

export default function Views() {
  return (
    <SavedViewsView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </SavedViewsView>
  );
}
