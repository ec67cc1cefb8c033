import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findShop } from "~/domain/catalogue/findShop";
import { Catalogue } from "~/features/catalogue/Catalogue";
import { catalogueSearch, hasSearch } from "~/features/catalogue/catalogueSearch";
import { firstWords, sharedPage } from "~/features/catalogue/sharedPage";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

export { FetchError as ErrorBoundary } from "~/features/catalogue/FetchError";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? sharedPage(matches, { title: "Services", ...data.shared }) : [];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "shop.view");
  const query = catalogueSearch(args.request.url);
  const { content, totalElements, suggestions } = await orNotFound(findShop(ctx, query));
  const names = content.map(({ name }) => name).join(", ");
  const image = content.find(({ imageUrl }) => imageUrl)?.imageUrl;
  return {
    services: content,
    suggestions,
    ...query,
    searched: hasSearch(query.name, totalElements),
    total: totalElements,
    shared: {
      description: firstWords(`What ${ctx.settings.brand.name} offers, with prices${names ? `: ${names}` : ""}`),
      url: ctx.siteUrl + paths.shop(),
      image: image ? ctx.siteUrl + image : null,
    },
  };
}

export default function Shop() {
  return <Catalogue {...useLoaderData<typeof loader>()} shop />;
}
