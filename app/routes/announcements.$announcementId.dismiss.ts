import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { dismissAnnouncement } from "~/domain/announcements/shownAnnouncements";
import { foundOrNull } from "~/http/foundOrNull.server";
import { idParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";

/** Only the button posts here. A GET redirects home. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "announcements.dismiss");
  return redirect(paths.home(), 303);
}

/** An open home page may show an announcement that has since ended or changed its audience. It counts as dismissed. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "announcements.dismiss");
  await foundOrNull(dismissAnnouncement(ctx, idParam(args.params.announcementId)));
  return await redirectWithToast(args.context.portal, paths.home(), "Announcement dismissed");
}
