import { useLocation, useSearchParams } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { type ListDefinition, type ListQuery, MAX_PAGED } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { LinkButton } from "../form/LinkButton";
import { PageHeader, type PageHeaderProps } from "../layout/PageHeader";
import { type ActiveFilter, ActiveFilters } from "./ActiveFilters";
import { ListBody, type ListBodyProps } from "./ListBody";
import { ListRows } from "./ListRows";
import { lastListSearch } from "./lastListSearch";
import { countText, Pagination } from "./Pagination";

type ListPageProps<Row> = Pick<PageHeaderProps, "title" | "action" | "help" | "back" | "badge"> &
  Omit<ListBodyProps<Row>, "firstHref"> & {
    /** URL of the list without parameters. */
    href: string;
    list: Pick<ListDefinition, "pageSizes" | "defaultPageSize">;
    query: Pick<ListQuery, "page" | "pageSize" | "unread">;
    /** "coupons", for the text when no row matches the filters. */
    noun: string;
    filters?: ReactNode;
    chips?: readonly ActiveFilter[];
    /** Whether a filter can be why nothing is shown. Defaults to any active filter. */
    filtered?: boolean;
    /** Content above the filters, such as tabs or a total. */
    children?: ReactNode;
    /** The list's saved views. */
    views?: ReactNode;
  };

/**
 * The layout of every list page: title and action, filters, active filters, table or reason for none, total and
 * pages.
 */
export function ListPage<Row>({
  href,
  list,
  query,
  page,
  failure,
  noun,
  filters,
  chips = [],
  filtered = chips.length > 0,
  table,
  empty,
  children,
  views,
  ...header
}: ListPageProps<Row>) {
  const [search] = useSearchParams();
  const { pathname, search: shown } = useLocation();
  useEffect(() => void lastListSearch.set(pathname, shown), [pathname, shown]);
  const unread = (query.unread ?? []).map(({ label, names }) => ({
    label,
    removeHref: href + listToSearch(search, Object.fromEntries(names.map((name) => [name, null]))),
  }));
  const noMatch = {
    title: `No ${noun} match`,
    text: "Change or clear the filters.",
    action: <LinkButton to={href}>Start over</LinkButton>,
  };
  return (
    <div className="list-page">
      <PageHeader {...header} />
      {children}
      {views}
      {filters}
      <ActiveFilters filters={[...chips, ...unread]} clearHref={href} />
      <ListRows>
        <ListBody
          page={page}
          failure={failure}
          firstHref={href + listToSearch(search, {})}
          table={table}
          empty={filtered ? noMatch : empty}
        />
      </ListRows>
      {!filtered && page && page.totalElements > 0 && page.totalElements <= NEARLY_EMPTY ? (
        <p className="muted">{empty.text}</p>
      ) : null}
      {/* Announces the total, because the rows change without a page load. */}
      <p className="visually-hidden" role="status">
        {page ? [found(page.totalElements, query), ...unread.map(({ label }) => label)].join(". ") : ""}
      </p>
      {page && page.totalElements > 0 ? (
        <Pagination
          page={query.page}
          pageSize={query.pageSize}
          total={page.totalElements}
          sizes={list.pageSizes}
          sizeName="size"
          reach={MAX_PAGED}
          hrefFor={pageHref(href, search, list)}
        />
      ) : null}
    </div>
  );
}

/** A list this short still says what it is for. */
const NEARLY_EMPTY = 2;

function found(total: number, { page, pageSize }: Pick<ListQuery, "page" | "pageSize">) {
  const results = `${countText(total)} ${total === 1 ? "result" : "results"}`;
  const pages = Math.ceil(Math.min(total, MAX_PAGED) / pageSize);
  return total > pageSize ? `${results}, page ${page + 1} of ${pages}` : results;
}
