import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { BrandInput } from "~/domain/settings/brandInput";
import { BRAND_HOLDER, saveBrand } from "~/domain/settings/saveBrand";
import { settingsPage } from "~/domain/settings/saveSettings";
import { shownFile } from "~/domain/uploads/shownFile";
import { pageTitle } from "~/features/frame/pageTitle";
import { BrandForm } from "~/features/settings/BrandForm";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths } from "~/paths";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Brand");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { values, version } = await settingsPage(ctx, "brand");
  const [logo, logoDark, icon] = await Promise.all(
    [values.logo, values.logoDark, values.icon].map((picture) => shownFile(ctx, picture?.key ?? null)),
  );
  const { name, accent, palette, language } = values;
  return { name, accent, palette, language, version, logo, logoDark, icon, webp: values.logo?.type === "image/webp" };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  const files = { kind: "brandImage", fields: /^(logo|logoDark|icon)$/, use: { attachedTo: BRAND_HOLDER } } as const;
  return await submitFormWithFiles(portal, files, BrandInput, async (input) => {
    await saveBrand(ctx, input);
    return await redirectWithToast(portal, paths.brandSettings(), "Updated successfully");
  });
}

export default function BrandSettingsPage() {
  const brand = useLoaderData<typeof loader>();
  return (
    <SettingsFrame
      title="Brand"
      help="What clients see of your agency: on every page, in mails and on printed documents."
    >
      <BrandForm key={brand.version} brand={brand} posted={useActionResult<FileFormAnswer>()} />
    </SettingsFrame>
  );
}
