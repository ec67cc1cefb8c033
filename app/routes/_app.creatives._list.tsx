import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { can } from "~/domain/access";
import { creativeList } from "~/domain/creatives/creativeList";
import { findCreatives } from "~/domain/creatives/findCreatives";
import { isOver } from "~/domain/days";
import { CreativeListView } from "~/features/creatives/CreativeListView";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Creatives | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "creatives.view");
  const query = listFromUrl(creativeList, args.request.url);
  const result = await nullOnFault(findCreatives(ctx, query));
  const page = result && {
    ...result,
    content: result.content.map(({ id, name, url, creativeStatus, validUntil }) => ({
      ...{ id, name, url, creativeStatus, validUntil },
      expired: isOver(validUntil, ctx.now),
    })),
  };
  return withStatus({ query, page, manage: can(ctx.actor, "creatives.manage") }, page ? 200 : 500);
}

export default function Creatives() {
  return (
    <CreativeListView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </CreativeListView>
  );
}
