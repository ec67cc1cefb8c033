import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findSecurityEvents } from "~/domain/securityEvents/findSecurityEvents";
import { securityEventList } from "~/domain/securityEvents/securityEventList";
import { SecurityEventListView } from "~/features/securityEvents/SecurityEventListView";
import { listLoader } from "~/http/listLoader.server";

export const meta = () => [{ title: `Security events | ${brand.name}` }];

export const loader = listLoader(securityEventList, "securityEvents.list", findSecurityEvents);

export default function SecurityEvents() {
  return <SecurityEventListView {...useLoaderData<typeof loader>()} />;
}
