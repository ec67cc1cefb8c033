import { Link } from "@remix-run/react";
import { Icon } from "../icon/Icon";

export interface ActiveFilter {
  /** "Status: Working" */
  label: string;
  /** The URL without this filter. */
  removeHref: string;
}

type ActiveFiltersProps = {
  filters: readonly ActiveFilter[];
  clearHref?: string;
};

/** The active filters, each removable. Renders nothing without any. */
export function ActiveFilters({ filters, clearHref }: ActiveFiltersProps) {
  if (filters.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {filters.map((filter) => (
        <li key={filter.label}>
          <Link className="chip" to={filter.removeHref} preventScrollReset>
            <span className="visually-hidden">Remove filter </span>
            {filter.label}
            <Icon name="x" size={14} />
          </Link>
        </li>
      ))}
      {clearHref && filters.length > 1 ? (
        <li>
          <Link className="chip chip-clear" to={clearHref} preventScrollReset>
            Clear all
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
