import { Outlet, useLoaderData } from "@remix-run/react";
import { findTags } from "~/domain/orders/findTags";
import { tagList } from "~/domain/orders/tagList";
import { pageTitle } from "~/features/frame/pageTitle";
import { TagListView } from "~/features/orders/TagListView";
import { listLoader } from "~/http/listLoader.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Tags");

export const loader = listLoader(tagList, "tags.manage", findTags);

export default function Tags() {
  return (
    <TagListView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </TagListView>
  );
}
