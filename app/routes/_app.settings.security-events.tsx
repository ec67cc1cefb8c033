import { useLoaderData } from "@remix-run/react";
import { findSecurityEvents } from "~/domain/securityEvents/findSecurityEvents";
import { securityEventList } from "~/domain/securityEvents/securityEventList";
import { pageTitle } from "~/features/frame/pageTitle";
import { SecurityEventListView } from "~/features/securityEvents/SecurityEventListView";
import { listLoader } from "~/http/listLoader.server";

export const meta = pageTitle("Security events");

export const loader = listLoader(securityEventList, "securityEvents.list", findSecurityEvents);

export default function SecurityEvents() {
  return <SecurityEventListView {...useLoaderData<typeof loader>()} />;
}
