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
  /** A status or badge next to the title. */
  badge?: ReactNode;
};

export function PageHeader({ title, action, help, back, badge }: PageHeaderProps) {
  return (
    <div className="page-header">
      {back ? (
        <nav className="crumbs" aria-label="Breadcrumb">
          <ol>
            <li>
              <Link to={back.href + (lastListSearch.get(back.href) ?? "")}>
                <Icon name="arrow-left" size={14} />
                {back.label}
              </Link>
            </li>
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
