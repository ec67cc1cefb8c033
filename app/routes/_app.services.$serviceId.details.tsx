import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findVisibleServices } from "~/domain/catalogue/findVisibleServices";
import { serviceDetails } from "~/domain/catalogue/serviceDetails";
import { servicePackages } from "~/domain/catalogue/servicePackages";
import { ServicePage } from "~/features/catalogue/ServicePage";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

export { ServiceFetchError as ErrorBoundary } from "~/features/catalogue/ServiceFetchError";

export const meta = pageTitle<typeof loader>((data) => data.service.name);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "catalogue.browse");
  const id = idParam(args.params.serviceId);
  const [service, packages, all] = await Promise.all([
    orNotFound(serviceDetails(ctx, id)),
    orNotFound(servicePackages(ctx, id)),
    findVisibleServices(ctx),
  ]);
  return { service, packages, others: all.map(({ id, name }) => ({ id, name })) };
}

export default function Details() {
  return <ServicePage {...useLoaderData<typeof loader>()} />;
}
