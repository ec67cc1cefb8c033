import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { NoticeSettingsInput } from "~/domain/notifications/noticeSettingsInput";
import { saveSettings, settingsPage } from "~/domain/settings/saveSettings";
import { pageTitle } from "~/features/frame/pageTitle";
import { NoticeSettingsForm } from "~/features/settings/NoticeSettingsForm";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Notices");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { values, version } = await settingsPage(ctx, "notices");
  return { notices: values, version };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, NoticeSettingsInput, async (input) => {
    await saveSettings(ctx, "notices", input);
    return await redirectWithToast(portal, paths.noticeSettings(), "Updated successfully");
  });
}

export default function NoticeSettingsPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <SettingsFrame title="Notices" help="What people get until they choose for themselves in their profile.">
      <NoticeSettingsForm key={data.version} {...data} lastResult={useActionResult<FormAnswer>()?.result} />
    </SettingsFrame>
  );
}
