import { useLoaderData } from "@remix-run/react";
import { auditList } from "~/domain/history/auditList";
import { findAudit } from "~/domain/history/findAudit";
import { pageTitle } from "~/features/frame/pageTitle";
import { AuditListView } from "~/features/history/AuditListView";
import { listLoader } from "~/http/listLoader.server";

export const meta = pageTitle("Audit");

export const loader = listLoader(auditList, "audit.list", findAudit);

export default function Audit() {
  return <AuditListView {...useLoaderData<typeof loader>()} />;
}
