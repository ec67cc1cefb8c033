import type { ReactNode } from "react";
import type { Page } from "~/list/defineList";
import { Alert } from "../feedback/Alert";
import { LinkButton } from "../form/LinkButton";
import { EmptyState, type EmptyStateProps } from "./EmptyState";

export interface ListBodyProps<Row> {
  /** Null when it could not be read. */
  page: Page<Row> | null;
  /** What is said then, where the list has a fixed text. */
  failure?: string;
  /** Address of the list's first page. */
  firstHref: string;
  /** Draws the rows; asked only when there are some. */
  table: (rows: Row[]) => ReactNode;
  /** What stands there when the list holds nothing. */
  empty: EmptyStateProps;
}

/** The rows of a list's page, or why there are none: not read, past the last page, nothing to show. */
export function ListBody<Row>({
  page,
  failure = "An error occurred. Please try again.",
  firstHref,
  table,
  empty,
}: ListBodyProps<Row>) {
  if (page === null) return <Alert tone="danger">{failure}</Alert>;
  if (page.content.length > 0) return table(page.content);
  if (page.totalElements === 0) return <EmptyState {...empty} />;
  return (
    <EmptyState title="Nothing on this page" action={<LinkButton to={firstHref}>Go to the first page</LinkButton>} />
  );
}
