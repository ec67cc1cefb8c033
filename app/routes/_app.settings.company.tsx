import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CompanyInput, toCompanyForm } from "~/domain/invoices/companyInput";
import { nextInvoiceNumbers } from "~/domain/invoices/nextInvoiceNumbers";
import { saveCompany } from "~/domain/invoices/saveCompany";
import { settingsPage } from "~/domain/settings/saveSettings";
import { timeZones } from "~/domain/timeZone";
import { pageTitle } from "~/features/frame/pageTitle";
import { CompanyForm } from "~/features/settings/CompanyForm";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Company and invoices");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const [{ values, version }, next] = await Promise.all([settingsPage(ctx, "company"), nextInvoiceNumbers(ctx)]);
  return { company: { version, ...toCompanyForm(values) }, next, zones: timeZones() };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, CompanyInput, async (input) => {
    await saveCompany(ctx, input);
    return await redirectWithToast(portal, paths.companySettings(), "Updated successfully");
  });
}

export default function CompanySettingsPage() {
  const { company, next, zones } = useLoaderData<typeof loader>();
  const lastResult = useActionResult<FormAnswer>()?.result;
  return (
    <SettingsFrame
      title="Company and invoices"
      help="An invoice keeps what it showed when it was issued. Changes apply to the next one."
    >
      <CompanyForm key={company.version} company={company} next={next} zones={zones} lastResult={lastResult} />
    </SettingsFrame>
  );
}
