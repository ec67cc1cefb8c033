import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { intakeForm, intakeHolder } from "~/domain/catalogue/intakeForm";
import { saveIntakeForm } from "~/domain/catalogue/saveIntakeForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { IntakeBuilder, IntakeBuilderForm } from "~/features/services/IntakeBuilder";
import { PartFetchError } from "~/features/services/PartFetchError";
import { INTAKE_SAVED, PART_NOT_SAVED } from "~/features/services/partTexts";
import { ServiceFrame } from "~/features/services/ServiceFrame";
import { serviceMenu } from "~/features/services/serviceMenu.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths } from "~/paths";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => `Intake form of ${data.form.service.name}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const form = await orNotFound(intakeForm(ctx, idParam(args.params.serviceId)));
  return { form, menu: serviceMenu(ctx, form.service.id) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const serviceId = idParam(args.params.serviceId);
  const files = {
    kind: "intakeFieldImage",
    fields: /^items\[\d{1,3}\]\.imageKey$/,
    use: { attachedTo: intakeHolder(serviceId) },
  } as const;
  const save = async (input: Omit<Parameters<typeof saveIntakeForm>[1], "serviceId">) => {
    await orNotFound(saveIntakeForm(ctx, { ...input, serviceId }));
    return await redirectWithToast(args.context.portal, paths.serviceIntakeForm(serviceId), INTAKE_SAVED);
  };
  return await submitFormWithFiles(args.context.portal, files, IntakeBuilderForm, save, { faultText: PART_NOT_SAVED });
}

export default function IntakeFormTab() {
  const { form, menu } = useLoaderData<typeof loader>();
  const posted = useActionResult<FileFormAnswer>();
  return (
    <ServiceFrame service={form.service} tab="intakeForm" menu={menu}>
      <IntakeBuilder
        // A saved form restarts from the new version; a refused one keeps its input.
        key={String(posted?.result?.initialValue?.version ?? form.version)}
        form={form}
        files={posted?.files}
        lastResult={posted?.result}
      />
    </ServiceFrame>
  );
}

export function ErrorBoundary() {
  return <PartFetchError tab="intakeForm" what="intake form" />;
}
