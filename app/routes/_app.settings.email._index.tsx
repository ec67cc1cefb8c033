import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { saveSettings, settingsPage } from "~/domain/settings/saveSettings";
import { SenderInput } from "~/domain/settings/senderInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { MailList } from "~/features/settings/MailList";
import { SenderForm } from "~/features/settings/SenderForm";
import { SenderRecords } from "~/features/settings/SenderRecords";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("E-mail");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const [{ values, version }, texts] = await Promise.all([settingsPage(ctx, "mail"), settingsPage(ctx, "mailTexts")]);
  return {
    sender: { version, ...values },
    own: Object.entries(texts.values).flatMap(([kind, text]) => (text ? [kind] : [])),
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, SenderInput, async (input) => {
    await saveSettings(ctx, "mail", input);
    return await redirectWithToast(portal, paths.mailSettings(), "Updated successfully");
  });
}

export default function MailSettingsPage() {
  const { sender, own } = useLoaderData<typeof loader>();
  const lastResult = useActionResult<FormAnswer>()?.result;
  return (
    <SettingsFrame title="E-mail" help="The sender, and every email that the portal sends.">
      <SenderForm key={sender.version} sender={sender} lastResult={lastResult} />
      <SenderRecords address={sender.fromAddress} />
      <MailList own={own} />
    </SettingsFrame>
  );
}
