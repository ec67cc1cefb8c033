import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { isStaff } from "~/domain/context";
import { findNotifications } from "~/domain/notifications/findNotifications";
import { markAllNotificationsRead } from "~/domain/notifications/markAllNotificationsRead";
import { markNotificationRead } from "~/domain/notifications/markNotificationRead";
import { notificationTarget } from "~/domain/notifications/notificationTarget";
import { pageTitle } from "~/features/frame/pageTitle";
import { NotificationList } from "~/features/notifications/NotificationList";
import { nullOnFault } from "~/http/nullOnFault.server";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { withStatus } from "~/http/withStatus.server";
import { paths } from "~/paths";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { Form } from "~/ui/form/Form";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Notifications");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "notifications.own");
  const unreadOnly = new URL(args.request.url).searchParams.get("show") === "unread";
  const notifications = await nullOnFault(findNotifications(ctx, { unread: unreadOnly }));
  return withStatus({ notifications, unreadOnly, now: ctx.now }, notifications ? 200 : 500);
}

/** Marks one as read and goes where it leads, or all of them. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "notifications.own");
  const form = await readForm(args.request);
  if (form.get("intent") === "readAll") {
    await markAllNotificationsRead(ctx);
    return redirect(paths.notifications(), 303);
  }
  if (form.get("intent") !== "read") throw new Response(null, { status: 400 });
  const notification = await orNotFound(markNotificationRead(ctx, String(form.get("id") ?? "")));
  const target = notificationTarget(notification, isStaff(ctx.actor));
  // A file is no page: the browser itself has to ask for it.
  return notification.type === "EXPORT" ? redirectDocument(target, 303) : redirect(target, 303);
}

export default function Notifications() {
  useActionResult();
  const { notifications, unreadOnly, now } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Notifications"
        action={
          <div className="row">
            <LinkButton to={unreadOnly ? paths.notifications() : paths.unreadNotifications()}>
              {unreadOnly ? "Show all" : "Unread only"}
            </LinkButton>
            {notifications?.some(({ read }) => !read) ? (
              <Form method="post">
                <SubmitButton variant="outline" name="intent" value="readAll">
                  Mark all as read
                </SubmitButton>
              </Form>
            ) : null}
          </div>
        }
      />
      {notifications ? (
        <NotificationList notifications={notifications} now={now} unreadOnly={unreadOnly} />
      ) : (
        <FailedRead>An error occurred while fetching notifications</FailedRead>
      )}
    </>
  );
}
