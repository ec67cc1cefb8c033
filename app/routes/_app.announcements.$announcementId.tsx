import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { announcementRecord } from "~/domain/announcements/announcement";
import { announcementDetails, saveAnnouncement } from "~/domain/announcements/manageAnnouncements";
import { serviceOptionsByName } from "~/domain/catalogue/serviceOptionsByName";
import { AnnouncementForm } from "~/features/announcements/AnnouncementForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { saveAction } from "~/http/saveAction.server";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => data.announcement.name);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "announcements.manage");
  const [announcement, services] = await Promise.all([
    orNotFound(announcementDetails(ctx, idParam(args.params.announcementId))),
    serviceOptionsByName(ctx),
  ]);
  return { announcement, services };
}

export const action = saveAction("announcements.manage", announcementRecord, saveAnnouncement);

export default function Announcement() {
  const data = useLoaderData<typeof loader>();
  return <AnnouncementForm key={data.announcement.id} {...data} posted={useActionResult<FileFormAnswer>()} />;
}
