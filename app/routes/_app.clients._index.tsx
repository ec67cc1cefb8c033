import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { clientList } from "~/domain/clients/clientList";
import { findClients } from "~/domain/clients/findClients";
import { ClientListView } from "~/features/clients/ClientListView";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";

export const meta = () => [{ title: `Clients | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.read");
  const query = listFromUrl(clientList, args.request.url);
  const page = await nullOnFault(findClients(ctx, query));
  return withStatus({ query, page }, page ? 200 : 500);
}

export default function Clients() {
  return <ClientListView {...useLoaderData<typeof loader>()} />;
}
