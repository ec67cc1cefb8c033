import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { makeServiceInvoice } from "~/domain/invoices/makeServiceInvoice";
import { ServiceInvoiceInput } from "~/domain/invoices/serviceInvoiceInput";
import { fileAddress } from "~/domain/uploads/fileAddress";
import { ServiceInvoiceForm } from "~/features/services/ServiceInvoiceForm";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Invoice details${data ? ` of ${data.service.name}` : ""} | ${brand.name}` },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const { id, name, packages } = await orNotFound(checkoutService(ctx, idParam(args.params.serviceId)));
  const total = packages.reduce((sum, one) => sum + one.price, 0);
  return { service: { id, name }, packages: packages.length, total };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const form = await readForm(args.request);
  form.set("serviceId", idParam(args.params.serviceId));
  return await submitForm(args.context.portal, form, ServiceInvoiceInput, async (input) => {
    const { key } = await orNotFound(makeServiceInvoice(ctx, input));
    return redirect(fileAddress(key), 303);
  });
}

export default function ServiceInvoice() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader back={{ href: paths.services(), label: "Services" }} title={data.service.name} />
      <RouteDialog title="Invoice details" closeHref={paths.services()} wide>
        <ServiceInvoiceForm {...data} lastResult={useActionResult<FormAnswer>()?.result} />
      </RouteDialog>
    </>
  );
}
