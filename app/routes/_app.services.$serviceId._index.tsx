import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { serviceForEdit } from "~/domain/catalogue/serviceForEdit";
import { pageOpens } from "~/features/frame/menu.server";
import { PartFetchError } from "~/features/services/PartFetchError";
import { ServiceFrame } from "~/features/services/ServiceFrame";
import { ServiceRowMenu } from "~/features/services/ServiceRowMenu";
import { ServiceTab } from "~/features/services/ServiceTab";
import { answerServiceForm, answerServiceImage } from "~/features/services/serviceForm.server";
import { intentOf } from "~/http/intentOf";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { formattedTexts } from "~/richtext/renderRichText";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.service.name} | ${brand.name}` : brand.name },
];

/** The bare URL of a service is for staff; everyone else is redirected to /. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const service = await orNotFound(serviceForEdit(ctx, idParam(args.params.serviceId)));
  return {
    service: { ...service, checkoutUrl: ctx.siteUrl + paths.checkout(service.id) },
    formatted: formattedTexts([service.description, service.checkoutDescription]),
    invoices: pageOpens(ctx.actor, "/services/:serviceId/invoice"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const id = idParam(args.params.serviceId);
  const intent = intentOf(args.request, ["image"]);
  return await (intent === "image" ? answerServiceImage : answerServiceForm)(args.context.portal, ctx, id);
}

export default function Service() {
  const { service, formatted, invoices } = useLoaderData<typeof loader>();
  return (
    <ServiceFrame
      service={service}
      tab="service"
      action={<ServiceRowMenu service={service} search="serviceType=ALL" invoices={invoices} />}
    >
      <ServiceTab key={service.id} service={service} formatted={formatted} posted={useActionResult<FileFormAnswer>()} />
    </ServiceFrame>
  );
}

export function ErrorBoundary() {
  return <PartFetchError tab="service" what="service details" />;
}
