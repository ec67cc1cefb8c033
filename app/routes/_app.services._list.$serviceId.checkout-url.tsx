import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { serviceDetails } from "~/domain/catalogue/serviceDetails";
import { pageTitle } from "~/features/frame/pageTitle";
import { CheckoutUrlDialog } from "~/features/services/CheckoutUrlDialog";
import { serviceListPath } from "~/features/services/serviceListPath.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

export const meta = pageTitle("Checkout URL");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const { id, name, visible } = await orNotFound(serviceDetails(ctx, idParam(args.params.serviceId)));
  return {
    service: { name, visible },
    checkoutUrl: ctx.siteUrl + paths.checkout(id),
    back: serviceListPath(args.request),
  };
}

export default function CheckoutUrl() {
  return <CheckoutUrlDialog {...useLoaderData<typeof loader>()} />;
}
