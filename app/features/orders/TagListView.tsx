import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { StoredTag } from "~/domain/orders/findTags";
import { MAX_TAGGED, type TagQuery, tagList } from "~/domain/orders/tagList";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextField } from "~/ui/form/TextField";
import { DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuLink } from "~/ui/list/RowMenuLink";
import { TagBadge } from "./TagBadge";

interface TagListViewProps {
  query: TagQuery;
  /** Null when the query failed. */
  page: Page<StoredTag> | null;
  /** A dialog over the list. */
  children: ReactNode;
}

const list = paths.tags();
const columns = [
  { key: "name", label: "Name" },
  { key: "orders", label: "Orders", align: "right" },
] as const;

/** The words by which the team sorts orders. */
export function TagListView({ query, page, children }: TagListViewProps) {
  const [search] = useSearchParams();
  const chips = filterChips({ list: tagList, filters: query.filters, href: list, search });
  const behind = search.size > 0 ? `?${search}` : "";
  return (
    <>
      <ListPage
        title="Tags"
        back={{ href: paths.orders(), label: "Orders" }}
        help="Only your team sees tags. Add one on an order, or to the orders that you select in the list."
        filters={
          <FilterBar action={list} clearHref={list}>
            <TextField
              label="Name"
              name="name"
              type="search"
              autoComplete="off"
              defaultValue={search.get("name") ?? ""}
            />
          </FilterBar>
        }
        chips={chips}
        href={list}
        list={tagList}
        query={query}
        page={page}
        failure="An error occurred while fetching tags"
        noun="tags"
        empty={{
          title: "No tags yet",
          text: "Tag an order to find it again among others of its kind.",
          action: <LinkButton to={paths.orders()}>Show orders</LinkButton>,
        }}
        table={(tags) => (
          <DataTable
            caption="Tags"
            columns={columns}
            rows={tags.map((tag) => ({
              key: tag.id,
              href: paths.tag(tag.id) + behind,
              cells: {
                name: <TagBadge {...tag} />,
                orders: (
                  <a className="cell-link" href={paths.taggedOrders(tag.name)}>
                    {taggedCount(tag.orders)}
                    <span className="visually-hidden">
                      {tag.orders === 1 ? " order" : " orders"} with {tag.name}
                    </span>
                  </a>
                ),
              },
              actions: (
                <RowMenu label={`Actions for ${tag.name}`}>
                  <RowMenuLink to={paths.tag(tag.id) + behind} preventScrollReset>
                    Edit
                  </RowMenuLink>
                  <RowMenuLink to={paths.tagDelete(tag.id) + behind} preventScrollReset danger>
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

/** '12', or '50+'. */
export const taggedCount = (orders: number) => (orders > MAX_TAGGED ? `${MAX_TAGGED}+` : String(orders));
