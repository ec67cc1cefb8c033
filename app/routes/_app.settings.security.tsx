import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { saveSettings, settingsPage } from "~/domain/settings/saveSettings";
import { SecuritySettingsInput } from "~/domain/settings/securitySettingsInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { SecuritySettingsForm } from "~/features/settings/SecuritySettingsForm";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Security");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { values, version } = await settingsPage(ctx, "security");
  return { security: values, version, demanded: ctx.staffTwoFactor === "required" };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, SecuritySettingsInput, async (input) => {
    await saveSettings(ctx, "security", input);
    return await redirectWithToast(portal, paths.securitySettings(), "Updated successfully");
  });
}

export default function SecuritySettingsPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <SettingsFrame
      title="Security"
      help="How people sign in, and for how long."
      action={<LinkButton to={paths.securityEvents()}>Security events</LinkButton>}
    >
      <SecuritySettingsForm key={data.version} {...data} lastResult={useActionResult<FormAnswer>()?.result} />
    </SettingsFrame>
  );
}
