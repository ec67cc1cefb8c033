import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "../icon/Icon";
import { lastListSearch } from "../list/lastListSearch";

export type PageHeaderProps = {
  title: ReactNode;
  /** The page's one primary action, optionally after a quieter one. */
  action?: ReactNode;
  /** At most one line. */
  help?: ReactNode;
  back?: { href: string; label: string };
  breadcrumbs?: readonly { label: string; href: string }[];
  /** A status or badge next to the title. */
  badge?: ReactNode;
};

export function PageHeader({ title, action, help, back, breadcrumbs, badge }: PageHeaderProps) {
  const crumbs = breadcrumbs ?? (back ? [back] : []);
  return (
    <div className="page-header">
      {crumbs.length > 0 ? (
        <nav className="crumbs" aria-label="Breadcrumb">
          <ol>
            {crumbs.map((crumb) => (
              <li key={crumb.href}>
                <Link to={crumb.href + (lastListSearch.get(crumb.href) ?? "")}>
                  {back ? <Icon name="arrow-left" size={14} /> : null}
                  {crumb.label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className="page-header-words">
        <h1>
          {title}
          {badge ? " " : null}
          {badge}
        </h1>
        {help ? <p className="page-header-help">{help}</p> : null}
      </div>
      {action ? <div className="row">{action}</div> : null}
    </div>
  );
}
