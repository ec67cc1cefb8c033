import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { announcementDetails } from "~/domain/announcements/announcementDetails";
import { ANNOUNCEMENT_DELETED } from "~/domain/announcements/announcementTexts";
import { deleteAnnouncement } from "~/domain/announcements/deleteAnnouncement";
import { DeleteAnnouncementDialog } from "~/features/announcements/DeleteAnnouncementDialog";
import { pageTitle } from "~/features/frame/pageTitle";
import { deleteAction } from "~/http/deleteAction.server";
import { listBehind } from "~/http/listBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete announcement");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "announcements.manage");
  const { name } = await orNotFound(announcementDetails(ctx, idParam(args.params.announcementId)));
  return { name, back: listBehind(args.request, paths.announcements()) };
}

export const action = deleteAction(
  "announcements.manage",
  (ctx, { announcementId }) => deleteAnnouncement(ctx, idParam(announcementId)),
  ({ request }) => ({ path: listBehind(request, paths.announcements()), text: ANNOUNCEMENT_DELETED }),
);

export default function DeleteAnnouncement() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return <DeleteAnnouncementDialog {...useLoaderData<typeof loader>()} errors={errors} />;
}
