import type { ReactNode } from "react";
import { PageHeader, type PageHeaderProps } from "../layout/PageHeader";

type ListPageProps = Pick<PageHeaderProps, "title" | "action" | "help" | "back" | "badge"> & {
  filters?: ReactNode;
  chips?: ReactNode;
  /** The DataTable, the EmptyState or the TableSkeleton. */
  table: ReactNode;
  pagination?: ReactNode;
  /** Tabs above the filters, or a total below the table: whatever is the list's own. */
  children?: ReactNode;
};

/** Every list page: title and action, filters, active filters, table, count and pages, in this order. */
export function ListPage({ filters, chips, table, pagination, children, ...header }: ListPageProps) {
  return (
    <div className="list-page">
      <PageHeader {...header} />
      {children}
      {filters}
      {chips}
      {table}
      {pagination}
    </div>
  );
}
