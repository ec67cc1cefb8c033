import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { isTrouble } from "~/domain/payments/accountLines";
import { paymentAccountChecks } from "~/domain/payments/paymentAccountChecks";
import { createFromTemplate } from "~/domain/setup/createFromTemplate";
import { firstStepNames } from "~/domain/setup/firstStepNames";
import { firstSteps } from "~/domain/setup/firstSteps";
import { sendTestMail } from "~/domain/setup/sendTestMail";
import { serviceTemplateNames } from "~/domain/setup/serviceTemplates";
import { pageTitle } from "~/features/frame/pageTitle";
import { FirstSteps } from "~/features/setup/FirstSteps";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { FormErrors } from "~/ui/form/FormErrors";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("First steps");

/** Either a template to start from, or the test mail. */
const StepInput = z.object({ template: z.enum(serviceTemplateNames).optional() });

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const [done, accounts] = await Promise.all([firstSteps(ctx), paymentAccountChecks(ctx)]);
  return {
    done: { ...done, payments: done.payments && !accounts.some(({ lines }) => lines.some(isTrouble)) },
    accounts,
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, StepInput, async ({ template }) => {
    if (template) {
      const id = await createFromTemplate(ctx, template);
      return await redirectWithToast(
        portal,
        paths.servicePackages(id),
        "Service created. Check its packages and prices.",
      );
    }
    const sentTo = await sendTestMail(ctx);
    return await redirectWithToast(portal, paths.firstSteps(), `Test email sent to ${sentTo}`);
  });
}

/** Where a new portal's super admin finds what is left to do. */
export default function FirstStepsPage() {
  const { done, accounts } = useLoaderData<typeof loader>();
  const count = firstStepNames.filter((step) => done[step]).length;
  const help = `${count} of ${firstStepNames.length} done. You can do them in any order and come back later.`;
  return (
    <div className="stack-large narrow">
      <PageHeader title="First steps" help={help} back={{ href: paths.settings(), label: "Settings" }} />
      <FormErrors errors={formErrorsOf(useActionResult<FormAnswer>())} />
      <FirstSteps done={done} accounts={accounts} />
    </div>
  );
}
