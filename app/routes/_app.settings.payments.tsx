import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { paymentAccountChecks } from "~/domain/payments/paymentAccountChecks";
import { PaymentSettingsInput } from "~/domain/renewals/paymentSettingsInput";
import { savePaymentSettings } from "~/domain/renewals/savePaymentSettings";
import { settingsPage } from "~/domain/settings/saveSettings";
import { pageTitle } from "~/features/frame/pageTitle";
import { PaymentAccounts } from "~/features/settings/PaymentAccounts";
import { PaymentSettingsForm } from "~/features/settings/PaymentSettingsForm";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Payments");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const [{ values, version }, accounts] = await Promise.all([settingsPage(ctx, "payments"), paymentAccountChecks(ctx)]);
  const { retryDays, noticeDays, statementTexts, askToCancel } = values;
  const payments = {
    version,
    retryDays: retryDays.join(", "),
    noticeDays: String(noticeDays),
    askToCancel,
    statementRegular: statementTexts.regular,
    statementCustom: statementTexts.custom,
  };
  return { payments, accounts };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, PaymentSettingsInput, async (input) => {
    await savePaymentSettings(ctx, input);
    return await redirectWithToast(portal, paths.paymentSettings(), "Updated successfully");
  });
}

export default function PaymentSettingsPage() {
  const { payments, accounts } = useLoaderData<typeof loader>();
  const lastResult = useActionResult<FormAnswer>()?.result;
  return (
    <SettingsFrame
      title="Payments"
      help="When renewals are tried, what card statements show, and the two card accounts."
    >
      <PaymentSettingsForm key={payments.version} payments={payments} lastResult={lastResult} />
      <PaymentAccounts accounts={accounts} />
    </SettingsFrame>
  );
}
