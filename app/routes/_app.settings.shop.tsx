import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { saveSettings, settingsPage } from "~/domain/settings/saveSettings";
import { ShopInput } from "~/domain/settings/shopInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { ShopSettingsForm } from "~/features/settings/ShopSettingsForm";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Shop and embeds");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { values, version } = await settingsPage(ctx, "shop");
  return { shop: values, version, shopUrl: ctx.siteUrl + paths.shop(), embedUrl: `${ctx.siteUrl}/embed.js` };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, ShopInput, async (input) => {
    await saveSettings(ctx, "shop", input);
    return await redirectWithToast(portal, paths.shopSettings(), "Updated successfully");
  });
}

export default function ShopSettingsPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <SettingsFrame
      title="Shop and embeds"
      help="What visitors without an account see of your services."
      action={<LinkButton to={paths.servicesArrange()}>Order of services</LinkButton>}
    >
      <ShopSettingsForm key={data.version} {...data} lastResult={useActionResult<FormAnswer>()?.result} />
    </SettingsFrame>
  );
}
