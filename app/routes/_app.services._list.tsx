import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { countCustomServices } from "~/domain/catalogue/countCustomServices";
import { findCatalogue } from "~/domain/catalogue/findCatalogue";
import { findServices } from "~/domain/catalogue/findServices";
import { lowestPrices } from "~/domain/catalogue/lowestPrices";
import { type ServiceQuery, serviceList } from "~/domain/catalogue/serviceList";
import { type Context, isStaff } from "~/domain/context";
import { orderCountsByService } from "~/domain/orders/orderCountsByService";
import { Catalogue } from "~/features/catalogue/Catalogue";
import { catalogueSearch, hasSearch } from "~/features/catalogue/catalogueSearch";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { ServiceListView } from "~/features/services/ServiceListView";
import { listQuery } from "~/http/listQuery.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { paths } from "~/paths";

export { FetchError as ErrorBoundary } from "~/features/catalogue/FetchError";
export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Services");

/** One URL, two screens: the list for staff, the catalogue for customers. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "catalogue.browse");
  if (!isStaff(ctx.actor)) return { view: "catalogue" as const, ...(await readCatalogue(ctx, args.request)) };
  const query = listQuery(args.context.portal, serviceList);
  const isOfRegular = query.filters.some(
    (filter) => filter.key === "serviceType" && "value" in filter && filter.value === "REGULAR",
  );
  const [page, customServices] = await Promise.all([
    nullOnFault(readPage(ctx, query)),
    isOfRegular ? nullOnFault(countCustomServices(ctx)) : 0,
  ]);
  const invoices = pageOpens(ctx.actor, "/services/:serviceId/invoice");
  return withStatus(
    { view: "list" as const, query, page, customServices: customServices ?? 0, invoices },
    page ? 200 : 500,
  );
}

async function readPage(ctx: Context, query: ServiceQuery) {
  const result = await findServices(ctx, query);
  const ids = result.content.map(({ id }) => id);
  const [prices, { counts, most }] = await Promise.all([lowestPrices(ctx, ids), orderCountsByService(ctx, ids)]);
  return {
    ...result,
    content: result.content.map(({ id, name, visible, imageUrl, paymentTypes }) => ({
      id,
      name,
      visible,
      imageUrl,
      paymentTypes,
      fromPrice: prices.get(id) ?? null,
      orders: { count: counts.get(id) ?? 0, more: counts.get(id) === most },
      checkoutUrl: ctx.siteUrl + paths.checkout(id),
    })),
  };
}

async function readCatalogue(ctx: Context, { url }: Request) {
  const query = catalogueSearch(url);
  const { content, totalElements, suggestions } = await findCatalogue(ctx, query);
  return {
    services: content,
    suggestions,
    ...query,
    searched: hasSearch(query.name, totalElements),
    total: totalElements,
  };
}

export default function Services() {
  const data = useLoaderData<typeof loader>();
  if (data.view === "catalogue") return <Catalogue {...data} />;
  return (
    <ServiceListView {...data}>
      <Outlet />
    </ServiceListView>
  );
}
