import type { LinkCounts } from "~/domain/orders/linkCounts";
import type { OrderPlacement } from "~/domain/placements/orderPlacements";
import { editableStates, isIn, openStates } from "~/domain/placements/placementStates";
import { useZones } from "~/features/frame/useZone";
import { formatNumber } from "~/format/numbers";
import type { Zones } from "~/format/zones";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable, type Row } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { Pagination } from "~/ui/list/Pagination";
import { type CellField, EditableCell } from "./EditableCell";
import { OutsideLink } from "./OutsideLink";
import { PlacementStatus } from "./PlacementStatus";
import { PlanForm } from "./PlanForm";
import { clockText } from "./placementTexts";

export interface PlacementsTabProps {
  orderId: string;
  staff: boolean;
  /** The order is not cancelled. */
  open: boolean;
  links: readonly OrderPlacement[];
  counts: Pick<LinkCounts, "total" | "waiting">;
  /** Zero-based. */
  page: number;
  pageSize: number;
  assignees: readonly { id: string; name: string }[];
  /** ms UTC. */
  now: number;
}

const PLAN = "plan";

/** The links of an order: a table to edit in place, and for staff a form for many of them. */
export function PlacementsTab(props: PlacementsTabProps) {
  const zones = useZones();
  const { orderId, staff, open, links, counts, page, pageSize, assignees, now } = props;
  return (
    <section className="card placements" aria-label="Placements">
      <div className="card-head">
        <h2>{`${formatNumber(counts.total - counts.waiting)} of ${formatNumber(counts.total)} ready`}</h2>
        {open ? (
          <div className="row no-print">
            <LinkButton to={paths.orderPlacementsTemplate(orderId)} reloadDocument>
              Download template
            </LinkButton>
            <LinkButton
              to={paths.orderPlacementsPaste(orderId)}
              variant={counts.waiting > 0 && !staff ? "solid" : "outline"}
            >
              Paste rows
            </LinkButton>
          </div>
        ) : null}
      </div>
      {!staff && counts.waiting > 0 ? (
        <p>Give each link the page it leads to. We start with the links that are ready.</p>
      ) : null}
      {staff && open ? <PlanForm orderId={orderId} form={PLAN} assignees={assignees} /> : null}
      {links.length === 0 ? (
        <EmptyState
          title="Nothing on this page"
          action={<LinkButton to={paths.orderPlacements(orderId)}>Go to the first page</LinkButton>}
        />
      ) : (
        <div className="placements-table">
          <DataTable
            caption="Placements"
            columns={[
              { key: "number", label: "Number", nowrap: true },
              { key: "target", label: "Target", literal: true },
              { key: "anchor", label: "Anchor" },
              { key: "reference", label: "Reference", literal: true },
              { key: "site", label: "Site", literal: true },
              { key: "state", label: "State" },
              { key: "due", label: "Due" },
              { key: "live", label: "Live link" },
            ]}
            rows={links.map((link) => rowOf(link, staff, open, now, zones))}
            selection={
              staff && open
                ? { name: "placement", form: PLAN, label: ({ cells }) => `Select link ${cells.number}` }
                : undefined
            }
          />
        </div>
      )}
      {counts.total > pageSize ? (
        <Pagination
          page={page}
          pageSize={pageSize}
          total={counts.total}
          sizes={[]}
          hrefFor={(number) => `${paths.orderPlacements(orderId)}${number > 0 ? `&page=${number + 1}` : ""}`}
        />
      ) : null}
    </section>
  );
}

function rowOf(link: OrderPlacement, staff: boolean, open: boolean, now: number, zones: Zones): Row {
  const edits = open && isIn(staff ? openStates : editableStates, link.state);
  const cell = (field: CellField, empty: string) =>
    edits ? <EditableCell link={link} field={field} empty={empty} /> : link[field] || empty;
  return {
    key: link.id,
    href: paths.placement(link.id),
    cells: {
      number: link.number,
      target: cell("targetUrl", link.agencyChooses ? "Chosen by us" : "No page yet"),
      anchor: cell("anchorText", "–"),
      reference: cell("clientReference", "–"),
      site: link.siteDomain ? (
        <>
          {link.siteDomain}
          <span className="cell-note">{siteNote(link)}</span>
        </>
      ) : (
        "–"
      ),
      state: <PlacementStatus state={link.state} />,
      due: clockText(link, staff, now, zones) || "–",
      live: link.liveUrl ? <OutsideLink href={link.liveUrl} /> : "–",
    },
  };
}

const siteNote = ({ siteDr, siteTraffic }: OrderPlacement) =>
  [siteDr === null ? "" : `DR ${siteDr}`, siteTraffic === null ? "" : `${formatNumber(siteTraffic)} visits`]
    .filter(Boolean)
    .join(", ");
