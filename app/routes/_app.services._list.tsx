import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findServices } from "~/domain/catalogue/findServices";
import { findVisibleServices } from "~/domain/catalogue/findVisibleServices";
import { serviceList } from "~/domain/catalogue/serviceList";
import { isStaff } from "~/domain/context";
import { Catalogue } from "~/features/catalogue/Catalogue";
import { pageOpens } from "~/features/frame/menu.server";
import { ServiceListView } from "~/features/services/ServiceListView";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";
import { paths } from "~/paths";

export { FetchError as ErrorBoundary } from "~/features/catalogue/FetchError";
export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Services | ${brand.name}` }];

/** One URL, two screens: the list for staff, the catalogue for customers. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "catalogue.browse");
  if (!isStaff(ctx.actor)) return { view: "catalogue" as const, services: await findVisibleServices(ctx) };
  const query = listFromUrl(serviceList, args.request.url);
  const result = await nullOnFault(findServices(ctx, query));
  const page = result && {
    ...result,
    content: result.content.map(({ id, name, visible }) => ({
      id,
      name,
      visible,
      checkoutUrl: ctx.siteUrl + paths.checkout(id),
    })),
  };
  const invoices = pageOpens(ctx.actor, "/services/:serviceId/invoice");
  return withStatus({ view: "list" as const, query, page, invoices }, page ? 200 : 500);
}

export default function Services() {
  const data = useLoaderData<typeof loader>();
  if (data.view === "catalogue") return <Catalogue services={data.services} />;
  return (
    <ServiceListView {...data}>
      <Outlet />
    </ServiceListView>
  );
}
