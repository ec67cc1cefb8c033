import type { ReactNode } from "react";
import { viewHref, viewLists } from "~/domain/views/viewAddress";
import type { SavedView } from "~/domain/views/visibleViews";
import { paths } from "~/paths";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuLink } from "~/ui/list/RowMenuLink";

interface SavedViewsViewProps {
  /** Null when they could not be read. */
  views: readonly SavedView[] | null;
  /** A dialog over the list. */
  children: ReactNode;
}

const columns = [
  { key: "name", label: "Name" },
  { key: "list", label: "List" },
  { key: "who", label: "Shown to" },
];

const shownTo = ({ team, ownerName }: SavedView) =>
  team ? (ownerName ? `The team, saved by ${ownerName}` : "The team") : "You";

/** The views that a person has saved, and those of the team. */
export function SavedViewsView({ views, children }: SavedViewsViewProps) {
  const movable = (views ?? []).filter(({ editable }) => editable).length > 1;
  return (
    <>
      <PageHeader
        title="Saved views"
        help="Lists that you or your team saved. You find each one in the menu, below its list."
        action={movable ? <LinkButton to={paths.viewsArrange()}>Arrange</LinkButton> : null}
      />
      {views === null ? (
        <FailedRead />
      ) : views.length === 0 ? (
        <EmptyState
          title="No saved views yet"
          text="Filter a list, then choose 'Save view'."
          action={<LinkButton to={paths.orders()}>Show orders</LinkButton>}
        />
      ) : (
        <DataTable
          caption="Saved views"
          columns={columns}
          rows={views.map((view) => ({
            key: view.id,
            href: viewHref(view),
            cells: { name: view.name, list: viewLists[view.list], who: shownTo(view) },
            actions: view.editable ? (
              <RowMenu label={`Actions for ${view.name}`}>
                <RowMenuLink to={paths.view(view.id)}>Edit</RowMenuLink>
                <RowMenuLink to={paths.viewDelete(view.id)} danger>
                  Delete
                </RowMenuLink>
              </RowMenu>
            ) : null,
          }))}
        />
      )}
      {children}
    </>
  );
}
