import { useLoaderData } from "@remix-run/react";
import { announcementRecord } from "~/domain/announcements/announcement";
import { announcementDetails, deleteAnnouncement } from "~/domain/announcements/manageAnnouncements";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteDialog } from "~/features/records/DeleteDialog";
import { deleteListedAction, deleteListedLoader } from "~/http/deleteListed.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete announcement");

export const loader = deleteListedLoader("announcements.manage", announcementRecord, announcementDetails);

export const action = deleteListedAction("announcements.manage", announcementRecord, deleteAnnouncement);

export default function DeleteAnnouncement() {
  const { name, back } = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      noun="announcement"
      text={`Are you sure you want to delete this announcement: ${name}?`}
      consequences={["It disappears from every home page immediately, and its image is deleted."]}
      back={back}
      posted={useActionResult<FormAnswer>()}
    />
  );
}
