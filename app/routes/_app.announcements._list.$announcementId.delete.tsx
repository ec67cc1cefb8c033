import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { brand } from "~/brand";
import { announcementDetails } from "~/domain/announcements/announcementDetails";
import { ANNOUNCEMENT_DELETED } from "~/domain/announcements/announcementTexts";
import { deleteAnnouncement } from "~/domain/announcements/deleteAnnouncement";
import { DeleteAnnouncementDialog } from "~/features/announcements/DeleteAnnouncementDialog";
import { listBehind } from "~/http/listBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { type FormAnswer, submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete announcement | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "announcements.manage");
  const { name } = await orNotFound(announcementDetails(ctx, idParam(args.params.announcementId)));
  return { name, back: listBehind(args.request, paths.announcements()) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "announcements.manage");
  return await submitForm(args.context.portal, args.request, z.object({}), async () => {
    await orNotFound(deleteAnnouncement(ctx, idParam(args.params.announcementId)));
    const back = listBehind(args.request, paths.announcements());
    return await redirectWithToast(args.context.portal, back, ANNOUNCEMENT_DELETED);
  });
}

export default function DeleteAnnouncement() {
  const errors = useActionResult<FormAnswer>()?.result.error?.[""] ?? undefined;
  return <DeleteAnnouncementDialog {...useLoaderData<typeof loader>()} errors={errors} />;
}
