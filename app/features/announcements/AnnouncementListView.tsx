import { useSearchParams } from "@remix-run/react";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { type AnnouncementQuery, announcementList } from "~/domain/announcements/announcementList";
import { type AnnouncementAudience, audienceLabel } from "~/domain/announcements/audiences";
import { formatDateTime } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { ActiveFilters } from "~/ui/list/ActiveFilters";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { Pagination } from "~/ui/list/Pagination";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuLink } from "~/ui/list/RowMenuLink";

export interface AnnouncementLine {
  id: string;
  name: string;
  visible: boolean;
  /** It is visible, and not in its days. */
  outside: "planned" | "ended" | null;
  audience: AnnouncementAudience;
  createdAt: number;
}

interface AnnouncementListViewProps {
  query: AnnouncementQuery;
  /** Null when the announcements could not be read. */
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
/** A value of its own: an empty one is left out of addresses. */
const ALL = "all";
const choices = [
  { value: ALL, label: "All" },
  { value: "true", label: "Visible" },
  { value: "false", label: "Not Visible" },
];

/** The announcements as staff see them (document 3 section 2): the state of the list is its address. */
export function AnnouncementListView({ query, page, children }: AnnouncementListViewProps) {
  const [search] = useSearchParams();
  const filter = query.filters[0];
  const chosen = filter && "value" in filter ? String(filter.value) : ALL;
  const size = search.get("size");
  const label = choices.find(({ value }) => value === chosen)?.label;
  const isPreset = chosen === announcementList.defaultFilters?.visible;
  const chips = isPreset
    ? []
    : [
        {
          label: `${announcementList.filters.visible.label}: ${label}`,
          removeHref: paths.announcements() + listToSearch(search, { visible: null }),
        },
      ];
  const add = (
    <LinkButton to={paths.announcementNew()} variant="solid" icon={<Plus className="icon" size={16} />}>
      New Announcement
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Announcements"
        action={add}
        filters={
          <FilterBar
            action={paths.announcements()}
            clearHref={paths.announcements()}
            keep={size ? [{ name: "size", value: size }] : []}
          >
            <SelectField
              label={announcementList.filters.visible.label}
              name="visible"
              options={choices}
              defaultValue={chosen}
            />
          </FilterBar>
        }
        chips={<ActiveFilters filters={chips} />}
        table={
          page === null ? (
            <Alert tone="danger">An error occurred. Please try again.</Alert>
          ) : page.content.length > 0 ? (
            <DataTable
              caption="Announcements"
              columns={columns}
              rows={page.content.map((one) => ({
                key: one.id,
                href: paths.announcement(one.id),
                cells: {
                  name: one.name,
                  visible: <Visibility {...one} />,
                  audience: audienceLabel(one.audience),
                  created: formatDateTime(one.createdAt),
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
          ) : page.totalElements > 0 ? (
            <EmptyState title="Nothing on this page" action={<LinkButton to="?">Go to the first page</LinkButton>} />
          ) : isPreset ? (
            <EmptyState
              title="No visible announcements"
              text="What you announce appears on customers' home pages."
              action={add}
            />
          ) : (
            <EmptyState
              title="No announcements match"
              action={<LinkButton to={paths.announcements()}>Reset Filters</LinkButton>}
            />
          )
        }
        pagination={
          page && page.totalElements > 0 ? (
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={page.totalElements}
              sizes={announcementList.pageSizes}
              sizeName="size"
              hrefFor={pageHref(paths.announcements(), search, announcementList)}
            />
          ) : undefined
        }
      />
      {children}
    </>
  );
}

const outsideWords = { planned: "Visible, not begun", ended: "Visible, ended" };

function Visibility({ visible, outside }: Pick<AnnouncementLine, "visible" | "outside">) {
  if (!visible) return <StatusDot tone="neutral">Not Visible</StatusDot>;
  return outside ? (
    <StatusDot tone="warning">{outsideWords[outside]}</StatusDot>
  ) : (
    <StatusDot tone="success">Visible</StatusDot>
  );
}
