import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { announcementRecord } from "~/domain/announcements/announcement";
import { saveAnnouncement } from "~/domain/announcements/manageAnnouncements";
import { serviceOptionsByName } from "~/domain/catalogue/serviceOptionsByName";
import { AnnouncementForm } from "~/features/announcements/AnnouncementForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { saveAction } from "~/http/saveAction.server";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("New Announcement");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "announcements.manage");
  return { announcement: null, services: await serviceOptionsByName(ctx) };
}

export const action = saveAction("announcements.manage", announcementRecord, saveAnnouncement);

export default function NewAnnouncement() {
  return <AnnouncementForm {...useLoaderData<typeof loader>()} posted={useActionResult<FileFormAnswer>()} />;
}
