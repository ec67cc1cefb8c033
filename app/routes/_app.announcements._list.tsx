import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { announcementList } from "~/domain/announcements/announcementList";
import { findAnnouncements } from "~/domain/announcements/findAnnouncements";
import { isOver } from "~/domain/days";
import { AnnouncementListView } from "~/features/announcements/AnnouncementListView";
import { pageTitle } from "~/features/frame/pageTitle";
import { listQuery } from "~/http/listQuery.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Announcements");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "announcements.manage");
  const query = listQuery(args.context.portal, announcementList);
  const result = await nullOnFault(findAnnouncements(ctx, query));
  const page = result && {
    ...result,
    content: result.content.map(({ id, name, visible, audience, createdAt, fromAt, untilAt }) => ({
      id,
      name,
      visible,
      audience,
      createdAt,
      outside:
        untilAt !== null && isOver(untilAt, ctx.now)
          ? ("ended" as const)
          : fromAt !== null && fromAt > ctx.now
            ? ("planned" as const)
            : null,
    })),
  };
  return withStatus({ query, page }, page ? 200 : 500);
}

export default function Announcements() {
  return (
    <AnnouncementListView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </AnnouncementListView>
  );
}
