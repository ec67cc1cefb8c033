import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { LinkBuilder } from "~/features/checkout/LinkBuilder";
import { linkBuilderOf } from "~/features/checkout/linkBuilder.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { PageHeader } from "~/ui/layout/PageHeader";

export const meta = pageTitle<typeof loader>((data) => `Copy link: ${data.service.name}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const service = await orNotFound(checkoutService(ctx, idParam(args.params.serviceId)));
  return linkBuilderOf(ctx, service, args.request.url);
}

export default function ServiceLink() {
  const data = useLoaderData<typeof loader>();
  const { id, name } = data.service;
  return (
    <>
      <PageHeader
        back={{ href: paths.serviceEdit(id), label: name }}
        title="Copy link"
        help="A link to the checkout of this service with your choices."
      />
      <LinkBuilder key={id} {...data} />
    </>
  );
}
