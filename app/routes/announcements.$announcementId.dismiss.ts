import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { dismissAnnouncement } from "~/domain/announcements/dismissAnnouncement";
import { foundOrNull } from "~/http/foundOrNull.server";
import { idParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";

/** The address is that of a button: opened by hand, it leads home. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "announcements.dismiss");
  return redirect(paths.home(), 303);
}

/** An open home page may show one that has ended since, or is for others by now: it is gone, as its reader asked for. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "announcements.dismiss");
  await foundOrNull(dismissAnnouncement(ctx, idParam(args.params.announcementId)));
  return await redirectWithToast(args.context.portal, paths.home(), "Announcement dismissed");
}
