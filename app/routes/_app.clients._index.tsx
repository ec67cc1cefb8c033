import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type ClientFilterKey, clientList } from "~/domain/clients/clientList";
import { searchClients } from "~/domain/clients/searchClients";
import { ClientListView } from "~/features/clients/ClientListView";
import { pageTitle } from "~/features/frame/pageTitle";
import { listQuery } from "~/http/listQuery.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";

export const meta = pageTitle("Clients");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.read");
  const query = listQuery(args.context.portal, clientList);
  const page = await nullOnFault(searchClients(ctx, query));
  const unread = page?.cut ? [...(query.unread ?? []), manyMatch] : query.unread;
  return withStatus({ query: { ...query, unread }, page }, page ? 200 : 500);
}

const textFilters: ClientFilterKey[] = ["firstName", "lastName", "email"];
const manyMatch = {
  label: "Many clients match, and not all are listed. Type more of the name or the address",
  names: textFilters,
};

export default function Clients() {
  return <ClientListView {...useLoaderData<typeof loader>()} />;
}
