import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { type CreativeQuery, creativeList } from "~/domain/creatives/creativeList";
import { type CreativeStatus, creativeStatuses } from "~/domain/creatives/creativeStates";
import { useAgencyZone } from "~/features/frame/useZone";
import { ListViews } from "~/features/views/ListViews";
import { formatDay } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { Icon } from "~/ui/icon/Icon";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuLink } from "~/ui/list/RowMenuLink";

export interface CreativeLine {
  id: string;
  name: string;
  url: string;
  creativeStatus: CreativeStatus;
  /** ms UTC. */
  validUntil: number;
  expired: boolean;
  /** The URL of its image. */
  picture: string | null;
}

interface CreativeListViewProps {
  query: CreativeQuery;
  /** Null when the query failed. */
  page: Page<CreativeLine> | null;
  /** True when the viewer may edit them. Others see only the creatives they may use. */
  manage: boolean;
  /** A dialog over the list. */
  children?: ReactNode;
}

const columns: Column[] = [
  { key: "name", label: "Title" },
  { key: "url", label: "URL", card: "hidden" },
  { key: "validity", label: "Validity", nowrap: true },
  { key: "status", label: "Status", nowrap: true },
];
const list = paths.creatives();
const ALL = "ALL";

/** Marketing material for affiliates. */
export function CreativeListView({ query, page, manage, children }: CreativeListViewProps) {
  const zone = useAgencyZone();
  const [search] = useSearchParams();
  const filter = query.filters[0];
  const chosen = filter && "value" in filter ? String(filter.value) : ALL;
  const chips = filterChips({ list: creativeList, filters: query.filters, href: list, search });
  const add = manage ? (
    <LinkButton to={paths.creativeNew()} variant="solid" icon={<Icon name="plus" />}>
      New Creative
    </LinkButton>
  ) : undefined;
  return (
    <>
      <ListPage
        title="Creatives"
        views={<ListViews list={list} />}
        help={manage ? undefined : "Texts and images to promote us, each with your own link."}
        action={add}
        filters={
          manage ? (
            <FilterBar action={list} clearHref={list}>
              <SelectField
                label={creativeList.filters.status.label}
                name="status"
                options={[ALL, ...creativeStatuses].map((value) => ({ value, label: value }))}
                defaultValue={chosen}
              />
            </FilterBar>
          ) : undefined
        }
        chips={manage ? chips : []}
        href={list}
        list={creativeList}
        query={query}
        page={page}
        noun="creatives"
        empty={{
          title: "No creatives yet",
          text: manage ? "Creatives for your affiliates appear here." : "Creatives you can use appear here.",
          action: add ?? <LinkButton to={paths.affiliate()}>Show your link</LinkButton>,
        }}
        table={(creatives) => (
          <DataTable
            caption="Creatives"
            columns={columns}
            rows={creatives.map((one) => ({
              key: one.id,
              href: paths.creative(one.id),
              cells: {
                name: (
                  <span className="creative-name">
                    <span className="creative-thumbnail">
                      {one.picture ? <img src={one.picture} alt="" loading="lazy" width="56" height="40" /> : null}
                    </span>
                    {one.name}
                  </span>
                ),
                url: one.url,
                validity: (
                  <>
                    {formatDay(one.validUntil, zone)} {one.expired ? <Badge>Expired</Badge> : null}
                  </>
                ),
                status: (
                  <StatusDot tone={one.creativeStatus === "ACTIVE" ? "success" : "neutral"}>
                    {one.creativeStatus}
                  </StatusDot>
                ),
              },
              actions: manage ? (
                <RowMenu label={`Actions for ${one.name}`}>
                  <RowMenuLink to={paths.creative(one.id)}>Edit</RowMenuLink>
                  <RowMenuLink
                    to={paths.creativeDelete(one.id) + listToSearch(search, { page: search.get("page") })}
                    preventScrollReset
                    danger
                  >
                    Delete
                  </RowMenuLink>
                </RowMenu>
              ) : undefined,
            }))}
          />
        )}
      />
      {children}
    </>
  );
}
