import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findEverything } from "~/domain/exports/findEverything";
import { DataSettingsInput } from "~/domain/settings/dataSettingsInput";
import { saveSettings, settingsPage } from "~/domain/settings/saveSettings";
import { pageTitle } from "~/features/frame/pageTitle";
import { DataSettingsForm } from "~/features/settings/DataSettingsForm";
import { EverythingCard } from "~/features/settings/EverythingCard";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Data");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const [{ values, version }, parts] = await Promise.all([settingsPage(ctx, "data"), findEverything(ctx)]);
  const data = {
    version,
    securityDays: String(values.securityDays),
    visitMonths: String(values.visitMonths),
    noticeDays: String(values.noticeDays),
  };
  return { data, parts };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, DataSettingsInput, async (input) => {
    await saveSettings(ctx, "data", input);
    return await redirectWithToast(portal, paths.dataSettings(), "Updated successfully");
  });
}

export default function DataSettingsPage() {
  const { data, parts } = useLoaderData<typeof loader>();
  return (
    <SettingsFrame title="Data" help="Take all your data with you, and choose how long records stay.">
      <EverythingCard parts={parts} />
      <DataSettingsForm key={data.version} data={data} lastResult={useActionResult<FormAnswer>()?.result} />
    </SettingsFrame>
  );
}
