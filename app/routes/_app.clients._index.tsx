import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { clientList } from "~/domain/clients/clientList";
import { findClients } from "~/domain/clients/findClients";
import { ClientListView } from "~/features/clients/ClientListView";
import { listLoader } from "~/http/listLoader.server";

export const meta = () => [{ title: `Clients | ${brand.name}` }];

export const loader = listLoader(clientList, "clients.read", findClients);

export default function Clients() {
  return <ClientListView {...useLoaderData<typeof loader>()} />;
}
