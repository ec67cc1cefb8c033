import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { shopService } from "~/domain/catalogue/shopService";
import { shownBrand } from "~/domain/settings/shownBrand";
import { productData } from "~/features/catalogue/productData";
import { ServicePage } from "~/features/catalogue/ServicePage";
import { firstWords, sharedPage } from "~/features/catalogue/sharedPage";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { plainText } from "~/richtext/renderRichText";

export { ServiceFetchError as ErrorBoundary } from "~/features/catalogue/ServiceFetchError";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? [
        ...sharedPage(matches, { title: data.service.name, ...data.shared }),
        { "script:ld+json": productData({ ...data, ...data.shared }) },
      ]
    : [];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "shop.view");
  const read = await orNotFound(shopService(ctx, args.params.slug ?? ""));
  if ("movedTo" in read) throw redirect(paths.shopService(read.movedTo) + new URL(args.request.url).search, 301);
  const { name, slug, description, imageUrl } = read.service;
  const { logo, icon } = shownBrand(ctx.settings);
  const picture = imageUrl ?? logo?.url ?? icon?.url;
  return {
    ...read,
    brand: ctx.settings.brand.name,
    shared: {
      description: firstWords(plainText(description) || name),
      url: ctx.siteUrl + paths.shopService(slug),
      image: picture ? ctx.siteUrl + picture : null,
    },
  };
}

export default function ShopPage() {
  const { service, packages, others } = useLoaderData<typeof loader>();
  return <ServicePage service={service} packages={packages} others={others} shop />;
}
