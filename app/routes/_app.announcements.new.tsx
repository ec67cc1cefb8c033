import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { serviceOptionsByName } from "~/domain/catalogue/serviceOptionsByName";
import { AnnouncementForm } from "~/features/announcements/AnnouncementForm";
import { answerAnnouncementForm } from "~/features/announcements/announcementForm.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("New Announcement");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "announcements.manage");
  return { services: await serviceOptionsByName(ctx) };
}

export async function action(args: ActionFunctionArgs) {
  return await answerAnnouncementForm(args.context.portal, await pageContext(args, "announcements.manage"));
}

export default function NewAnnouncement() {
  return (
    <>
      <PageHeader title="New Announcement" back={{ href: paths.announcements(), label: "Announcements" }} />
      <AnnouncementForm
        announcement={null}
        {...useLoaderData<typeof loader>()}
        posted={useActionResult<FileFormAnswer>()}
      />
    </>
  );
}
