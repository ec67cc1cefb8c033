import { Outlet, useLoaderData } from "@remix-run/react";
import { announcementList, announcementRecord, audienceLabels } from "~/domain/announcements/announcement";
import { findAnnouncements } from "~/domain/announcements/manageAnnouncements";
import { isOver } from "~/domain/days";
import { pageTitle } from "~/features/frame/pageTitle";
import { useZone } from "~/features/frame/useZone";
import { RecordListPage } from "~/features/records/RecordListPage";
import { formatDateTime } from "~/format/dates";
import { listLoader } from "~/http/listLoader.server";
import { paths } from "~/paths";
import { StatusDot } from "~/ui/feedback/StatusDot";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Announcements");

export const loader = listLoader(announcementList, "announcements.manage", async (ctx, query) => {
  const page = await findAnnouncements(ctx, query);
  const content = page.content.map(({ id, name, visible, audience, createdAt, fromAt, untilAt }) => {
    const ended = untilAt !== null && isOver(untilAt, ctx.now);
    const planned = fromAt !== null && fromAt > ctx.now;
    const shown = !visible ? "hidden" : ended ? "ended" : planned ? "planned" : "now";
    return { id, name, audience, createdAt, shown } as const;
  });
  return { ...page, content };
});

const columns = [
  { key: "name", label: "Title" },
  { key: "visible", label: "Visibility", nowrap: true },
  { key: "audience", label: "Audience", nowrap: true },
  { key: "created", label: "Created", nowrap: true },
];
const choices = [
  { value: "all", label: "All" },
  { value: "true", label: "Visible" },
  { value: "false", label: "Not Visible" },
];
const visibility = {
  hidden: { tone: "neutral", label: "Not Visible" },
  planned: { tone: "info", label: "Visible, not begun" },
  now: { tone: "success", label: "Visible" },
  ended: { tone: "warning", label: "Visible, ended" },
} as const;

export default function Announcements() {
  const zone = useZone();
  return (
    <>
      <RecordListPage
        {...useLoaderData<typeof loader>()}
        list={announcementList}
        href={announcementRecord.list}
        filter={{ key: "visible", choices }}
        create={{ href: paths.announcementNew(), label: "New Announcement" }}
        empty={{ title: "No visible announcements", text: "Announcements appear on customers' home pages." }}
        columns={columns}
        cells={({ name, audience, createdAt, shown }) => ({
          name,
          visible: <StatusDot tone={visibility[shown].tone}>{visibility[shown].label}</StatusDot>,
          audience: audienceLabels[audience],
          created: formatDateTime(createdAt, zone),
        })}
        hrefOf={paths.announcement}
        deleteHrefOf={paths.announcementDelete}
      />
      <Outlet />
    </>
  );
}
