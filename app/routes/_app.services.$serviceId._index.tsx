import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { serviceForEdit } from "~/domain/catalogue/serviceForEdit";
import { assigneeOptions } from "~/domain/team/assigneeOptions";
import { pageTitle } from "~/features/frame/pageTitle";
import { PartFetchError } from "~/features/services/PartFetchError";
import { ServiceFrame } from "~/features/services/ServiceFrame";
import { ServiceTab } from "~/features/services/ServiceTab";
import { answerServiceForm, answerServiceImage } from "~/features/services/serviceForm.server";
import { serviceMenu } from "~/features/services/serviceMenu.server";
import { intentOf } from "~/http/intentOf";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { formattedTexts } from "~/richtext/renderRichText";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => data.service.name);

/** The bare URL of a service is for staff; everyone else is redirected to /. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const [service, team] = await Promise.all([
    orNotFound(serviceForEdit(ctx, idParam(args.params.serviceId))),
    assigneeOptions(ctx),
  ]);
  return {
    service,
    team,
    menu: serviceMenu(ctx, service.id),
    formatted: formattedTexts([service.description, service.checkoutDescription]),
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const id = idParam(args.params.serviceId);
  const intent = intentOf(args.request, ["image"]);
  return await (intent === "image" ? answerServiceImage : answerServiceForm)(args.context.portal, ctx, id);
}

export default function Service() {
  const { service, team, menu, formatted } = useLoaderData<typeof loader>();
  return (
    <ServiceFrame service={service} tab="service" menu={menu}>
      <ServiceTab
        key={service.id}
        service={service}
        team={team}
        formatted={formatted}
        posted={useActionResult<FileFormAnswer>()}
      />
    </ServiceFrame>
  );
}

export function ErrorBoundary() {
  return <PartFetchError tab="service" what="service details" />;
}
