import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findVisibleServices } from "~/domain/catalogue/findVisibleServices";
import { Catalogue } from "~/features/catalogue/Catalogue";
import { pageContext } from "~/http/pageContext.server";
import "~/features/catalogue/catalogue.css";

export { FetchError as ErrorBoundary } from "~/features/catalogue/FetchError";

export const meta = () => [{ title: `Services | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "catalogue.browse");
  return json({ services: await findVisibleServices(ctx) });
}

export default function Services() {
  return <Catalogue services={useLoaderData<typeof loader>().services} />;
}
