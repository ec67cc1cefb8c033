import type { ReactNode } from "react";
import type { Page } from "~/list/defineList";
import { FailedRead } from "../feedback/FailedRead";
import { LinkButton } from "../form/LinkButton";
import { EmptyState, type EmptyStateProps } from "./EmptyState";

export interface ListBodyProps<Row> {
  /** Null when the query failed. */
  page: Page<Row> | null;
  /** The text for a failed query, where the list has a fixed one. */
  failure?: string;
  /** URL of the list's first page. */
  firstHref: string;
  /** Renders the rows. Called only when there are some. */
  table: (rows: Row[]) => ReactNode;
  /** Shown when the list is empty. */
  empty: EmptyStateProps;
}

/** The rows of a list page, or why there are none: failed query, page out of range, empty list. */
export function ListBody<Row>({ page, failure, firstHref, table, empty }: ListBodyProps<Row>) {
  if (page === null) return <FailedRead>{failure}</FailedRead>;
  if (page.content.length > 0) return table(page.content);
  if (page.totalElements === 0) return <EmptyState {...empty} />;
  return (
    <EmptyState title="Nothing on this page" action={<LinkButton to={firstHref}>Go to the first page</LinkButton>} />
  );
}
