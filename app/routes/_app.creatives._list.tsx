import { Outlet, useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { creativeList } from "~/domain/creatives/creativeList";
import { findCreatives } from "~/domain/creatives/findCreatives";
import { isOver } from "~/domain/days";
import { CreativeListView } from "~/features/creatives/CreativeListView";
import { pageTitle } from "~/features/frame/pageTitle";
import { listLoader } from "~/http/listLoader.server";
import { paths } from "~/paths";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Creatives");

export const loader = listLoader(
  creativeList,
  "creatives.view",
  async (ctx, query) => {
    const page = await findCreatives(ctx, query);
    const content = page.content.map(({ id, name, url, creativeStatus, validUntil, pictureKey }) => ({
      id,
      name,
      url,
      creativeStatus,
      validUntil,
      picture: pictureKey && paths.file(pictureKey),
      expired: isOver(validUntil, ctx.now),
    }));
    return { ...page, content };
  },
  ({ actor }) => ({ manage: can(actor, "creatives.manage") }),
);

export default function Creatives() {
  return (
    <CreativeListView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </CreativeListView>
  );
}
