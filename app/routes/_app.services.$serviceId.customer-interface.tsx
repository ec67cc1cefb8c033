import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { customerInterfaceForm, interfaceHolder } from "~/domain/catalogue/customerInterfaceForm";
import { HIDDEN_SERVICE } from "~/domain/catalogue/customerInterfaceInput";
import { saveCustomerInterface } from "~/domain/catalogue/saveCustomerInterface";
import { pageTitle } from "~/features/frame/pageTitle";
import { CustomerInterfaceEditor, CustomerInterfacePost } from "~/features/services/CustomerInterfaceEditor";
import { PartFetchError } from "~/features/services/PartFetchError";
import { INTERFACE_SAVED, PART_NOT_SAVED } from "~/features/services/partTexts";
import { ServiceFrame } from "~/features/services/ServiceFrame";
import { serviceMenu } from "~/features/services/serviceMenu.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths } from "~/paths";
import { formattedTexts } from "~/richtext/renderRichText";
import { Alert } from "~/ui/feedback/Alert";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => `Customer interface of ${data.form.service.name}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const { shown, ...form } = await orNotFound(customerInterfaceForm(ctx, idParam(args.params.serviceId)));
  const formatted = formattedTexts(form.faqs.map(({ answer }) => answer));
  return { form: { ...form, version: shown.version }, formatted, menu: serviceMenu(ctx, form.service.id) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const serviceId = idParam(args.params.serviceId);
  const files = {
    kind: "sampleReportImage",
    fields: /^sampleReports\[\d{1,3}\]\.imageKey$/,
    use: { attachedTo: interfaceHolder(serviceId) },
  } as const;
  const save = async (input: Omit<Parameters<typeof saveCustomerInterface>[1], "serviceId">) => {
    await orNotFound(saveCustomerInterface(ctx, { ...input, serviceId }));
    return await redirectWithToast(args.context.portal, paths.serviceCustomerInterface(serviceId), INTERFACE_SAVED);
  };
  return await submitFormWithFiles(args.context.portal, files, CustomerInterfacePost, save, {
    faultText: PART_NOT_SAVED,
  });
}

export default function CustomerInterfaceTab() {
  const { form, formatted, menu } = useLoaderData<typeof loader>();
  const posted = useActionResult<FileFormAnswer>();
  const { service } = form;
  return (
    <ServiceFrame service={service} tab="customerInterface" menu={menu}>
      {service.visible || posted ? (
        <CustomerInterfaceEditor
          // A saved form restarts from the new version; a refused one keeps its input.
          key={String(posted?.result?.initialValue?.version ?? form.version)}
          form={form}
          formatted={formatted}
          files={posted?.files}
          lastResult={posted?.result}
        />
      ) : (
        <Alert
          tone="neutral"
          title="This tab is not available while the service is hidden"
          action={<LinkButton to={paths.serviceEdit(service.id)}>Go to the Service tab</LinkButton>}
        >
          {HIDDEN_SERVICE}
        </Alert>
      )}
    </ServiceFrame>
  );
}

export function ErrorBoundary() {
  return <PartFetchError tab="customerInterface" what="customer interface" />;
}
