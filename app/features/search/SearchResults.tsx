import { Link } from "@remix-run/react";
import type { SearchGroup } from "~/domain/search/searchGroups";

const headings: Record<SearchGroup["kind"], string> = {
  orders: "Orders",
  invoices: "Invoices",
  clients: "Clients",
  links: "Links",
  services: "Services",
  coupons: "Coupons",
  pages: "Pages and actions",
};

export function SearchResults({ groups }: { groups: readonly SearchGroup[] }) {
  return (
    <>
      {groups.map(({ kind, hits }) => (
        <section key={kind} aria-label={headings[kind]}>
          <h3 className="small muted">{headings[kind]}</h3>
          <ul className="hits">
            {hits.map(({ href, title, detail }) => (
              <li key={href}>
                <Link className="menu-item" to={href} data-hit>
                  <span>{title}</span>
                  {detail ? <span className="small muted">{detail}</span> : null}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
