import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { programmeSettings, saveProgramme } from "~/domain/affiliates/affiliateProgramme";
import { ProgrammeInput } from "~/domain/affiliates/programmeInput";
import { ProgrammeForm } from "~/features/affiliates/ProgrammeForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Program settings");

export async function loader(args: LoaderFunctionArgs) {
  return { programme: await programmeSettings(await pageContext(args, "affiliates.settings")) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "affiliates.settings");
  return await submitForm(args.context.portal, args.request, ProgrammeInput, async (input) => {
    await saveProgramme(ctx, input);
    return await redirectWithToast(args.context.portal, paths.affiliateSettings(), "Updated successfully");
  });
}

export default function ProgrammeSettings() {
  const { programme } = useLoaderData<typeof loader>();
  const lastResult = useActionResult<FormAnswer>()?.result;
  return (
    <>
      <PageHeader
        back={{ href: paths.affiliates(), label: "Affiliates" }}
        title="Program settings"
        help="The holding period also applies to commissions already earned."
      />
      <ProgrammeForm key={programme.version} programme={programme} lastResult={lastResult} />
    </>
  );
}
