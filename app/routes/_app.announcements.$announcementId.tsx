import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { announcementDetails } from "~/domain/announcements/announcementDetails";
import { serviceOptionsByName } from "~/domain/catalogue/serviceOptionsByName";
import { AnnouncementForm } from "~/features/announcements/AnnouncementForm";
import { answerAnnouncementForm } from "~/features/announcements/announcementForm.server";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleWithBrand(matches, data ? `${data.announcement.name}` : null) },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "announcements.manage");
  const [announcement, services] = await Promise.all([
    orNotFound(announcementDetails(ctx, idParam(args.params.announcementId))),
    serviceOptionsByName(ctx),
  ]);
  return { announcement, services };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "announcements.manage");
  return await answerAnnouncementForm(args.context.portal, ctx, idParam(args.params.announcementId));
}

export default function Announcement() {
  const { announcement, services } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={announcement.name}
        back={{ href: paths.announcements(), label: "Announcements" }}
        action={<LinkButton to={paths.announcementDelete(announcement.id)}>Delete</LinkButton>}
      />
      <AnnouncementForm
        key={announcement.id}
        announcement={announcement}
        services={services}
        posted={useActionResult<FileFormAnswer>()}
      />
    </>
  );
}
