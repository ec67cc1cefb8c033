import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ContactInput } from "~/domain/settings/contactInput";
import { contactForm, saveContact } from "~/domain/settings/saveContact";
import { settingsPage } from "~/domain/settings/saveSettings";
import { pageTitle } from "~/features/frame/pageTitle";
import { ContactForm } from "~/features/settings/ContactForm";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Contact and links");

export async function loader(args: LoaderFunctionArgs) {
  const { values, version } = await settingsPage(await pageContext(args, "settings.manage"), "contact");
  return { contact: contactForm(values), version };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, ContactInput, async (input) => {
    await saveContact(ctx, input);
    return await redirectWithToast(portal, paths.contactSettings(), "Updated successfully");
  });
}

export default function ContactSettingsPage() {
  const { contact, version } = useLoaderData<typeof loader>();
  return (
    <SettingsFrame title="Contact and links" help="How people reach you, and what the sign-in page says about you.">
      <ContactForm
        key={version}
        contact={contact}
        version={version}
        lastResult={useActionResult<FormAnswer>()?.result}
      />
    </SettingsFrame>
  );
}
