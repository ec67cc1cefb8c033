import { Outlet, useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { creativeList, creativeRecord, creativeStatuses } from "~/domain/creatives/creative";
import { findCreatives } from "~/domain/creatives/manageCreatives";
import { isOver } from "~/domain/days";
import { pageTitle } from "~/features/frame/pageTitle";
import { useAgencyZone } from "~/features/frame/useZone";
import { RecordListPage } from "~/features/records/RecordListPage";
import { formatDay } from "~/format/dates";
import { listLoader } from "~/http/listLoader.server";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { LinkButton } from "~/ui/form/LinkButton";
import type { Column } from "~/ui/list/DataTable";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Creatives");

export const loader = listLoader(
  creativeList,
  "creatives.view",
  async (ctx, query) => {
    const page = await findCreatives(ctx, query);
    const content = page.content.map(({ id, name, url, creativeStatus, validUntil, pictureKey }) => ({
      id,
      name,
      url,
      creativeStatus,
      validUntil,
      picture: pictureKey && paths.file(pictureKey),
      expired: isOver(validUntil, ctx.now),
    }));
    return { ...page, content };
  },
  ({ actor }) => ({ manage: can(actor, "creatives.manage") }),
);

const columns: Column[] = [
  { key: "name", label: "Title" },
  { key: "url", label: "URL", literal: true, card: "hidden" },
  { key: "validity", label: "Validity", nowrap: true },
  { key: "status", label: "Status", nowrap: true },
];
const choices = ["ALL", ...creativeStatuses].map((value) => ({ value, label: value }));
const forStaff = {
  filter: { key: "status" as const, choices },
  create: { href: paths.creativeNew(), label: "New Creative" },
  empty: { title: "No creatives yet", text: "Creatives for your affiliates appear here." },
};
const forAffiliates = {
  help: "Texts and images to promote us, each with your own link.",
  empty: {
    title: "No creatives yet",
    text: "Creatives you can use appear here.",
    action: <LinkButton to={paths.affiliate()}>Show your link</LinkButton>,
  },
};

/** Marketing material for affiliates. */
export default function Creatives() {
  const { manage, query, page } = useLoaderData<typeof loader>();
  const zone = useAgencyZone();
  return (
    <>
      <RecordListPage
        {...(manage ? forStaff : forAffiliates)}
        list={creativeList}
        query={query}
        page={page}
        href={creativeRecord.list}
        columns={columns}
        cells={({ name, picture, url, validUntil, expired, creativeStatus }) => ({
          name: (
            <span className="creative-name">
              <span className="creative-thumbnail">
                {picture ? <img src={picture} alt="" loading="lazy" width="56" height="40" /> : null}
              </span>
              {name}
            </span>
          ),
          url,
          validity: (
            <>
              {formatDay(validUntil, zone)} {expired ? <Badge>Expired</Badge> : null}
            </>
          ),
          status: <StatusDot tone={creativeStatus === "ACTIVE" ? "success" : "neutral"}>{creativeStatus}</StatusDot>,
        })}
        hrefOf={paths.creative}
        deleteHrefOf={paths.creativeDelete}
      />
      <Outlet />
    </>
  );
}
