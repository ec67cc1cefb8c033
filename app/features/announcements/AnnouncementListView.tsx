import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { type AnnouncementQuery, announcementList } from "~/domain/announcements/announcementList";
import { type AnnouncementAudience, audienceLabel } from "~/domain/announcements/audiences";
import { useZone } from "~/features/frame/useZone";
import { ListViews } from "~/features/views/ListViews";
import { formatDateTime } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuLink } from "~/ui/list/RowMenuLink";

export interface AnnouncementLine {
  id: string;
  name: string;
  visible: boolean;
  /** Set when a visible announcement is outside its dates. */
  outside: "planned" | "ended" | null;
  audience: AnnouncementAudience;
  createdAt: number;
}

interface AnnouncementListViewProps {
  query: AnnouncementQuery;
  /** Null when the query failed. */
  page: Page<AnnouncementLine> | null;
  /** A dialog over the list. */
  children?: ReactNode;
}

const columns = [
  { key: "name", label: "Title" },
  { key: "visible", label: "Visibility", nowrap: true },
  { key: "audience", label: "Audience", nowrap: true },
  { key: "created", label: "Created", nowrap: true },
];
const list = paths.announcements();
/** Must not be empty: empty values are dropped from URLs. */
const ALL = "all";
const choices = [
  { value: ALL, label: "All" },
  { value: "true", label: "Visible" },
  { value: "false", label: "Not Visible" },
];

export function AnnouncementListView({ query, page, children }: AnnouncementListViewProps) {
  const zone = useZone();
  const [search] = useSearchParams();
  const filter = query.filters[0];
  const chosen = filter && "value" in filter ? String(filter.value) : ALL;
  const chips = filterChips({
    list: announcementList,
    filters: query.filters,
    href: list,
    search,
    nameOf: (_key, value) => choices.find((choice) => choice.value === String(value))!.label,
  });
  const add = (
    <LinkButton to={paths.announcementNew()} variant="solid" icon={<Icon name="plus" />}>
      New Announcement
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Announcements"
        views={<ListViews list={list} />}
        action={add}
        filters={
          <FilterBar action={list} clearHref={list}>
            <SelectField
              label={announcementList.filters.visible.label}
              name="visible"
              options={choices}
              defaultValue={chosen}
            />
          </FilterBar>
        }
        chips={chips}
        href={list}
        list={announcementList}
        query={query}
        page={page}
        noun="announcements"
        empty={{
          title: "No visible announcements",
          text: "Announcements appear on customers' home pages.",
          action: add,
        }}
        table={(announcements) => (
          <DataTable
            caption="Announcements"
            columns={columns}
            rows={announcements.map((one) => ({
              key: one.id,
              href: paths.announcement(one.id),
              cells: {
                name: one.name,
                visible: <Visibility {...one} />,
                audience: audienceLabel(one.audience),
                created: formatDateTime(one.createdAt, zone),
              },
              actions: (
                <RowMenu label={`Actions for ${one.name}`}>
                  <RowMenuLink to={paths.announcement(one.id)}>Edit</RowMenuLink>
                  <RowMenuLink
                    to={paths.announcementDelete(one.id) + listToSearch(search, { page: search.get("page") })}
                    preventScrollReset
                    danger
                  >
                    Delete
                  </RowMenuLink>
                </RowMenu>
              ),
            }))}
          />
        )}
      />
      {children}
    </>
  );
}

const outsideLooks = {
  planned: { tone: "info", label: "Visible, not begun" },
  ended: { tone: "warning", label: "Visible, ended" },
} as const;

function Visibility({ visible, outside }: Pick<AnnouncementLine, "visible" | "outside">) {
  if (!visible) return <StatusDot tone="neutral">Not Visible</StatusDot>;
  return outside ? (
    <StatusDot tone={outsideLooks[outside].tone}>{outsideLooks[outside].label}</StatusDot>
  ) : (
    <StatusDot tone="success">Visible</StatusDot>
  );
}
