import { useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import { Skeleton } from "~/ui/feedback/Skeleton";
import { usePendingNavigation } from "~/ui/feedback/usePendingNavigation";
import { buttonClass } from "~/ui/form/buttonClass";
import { PageHeader } from "~/ui/layout/PageHeader";
import { staffMenu } from "./menus";

/** The pages of the menu that have another shape than a list with filters. */
const OTHERS = ["", "/", "/teams", "/reports", "/inbox", "/affiliates/traffic-logs", "/settings"];
const titles = new Map(
  staffMenu
    .flatMap((item) => [item, ...(item.children ?? [])])
    .filter(({ href }) => !OTHERS.includes(href))
    .map(({ href, label }) => [href, label]),
);
const FIELDS = [0, 1, 2, 3];
const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Placeholder of a list of staff that loads slowly: title, filters and rows where the list will have them. */
export function ListArriving() {
  const { pathname } = useLocation();
  const next = usePendingNavigation()?.pathname;
  const title = titles.get(next ?? "");
  if (!title || next === pathname) return null;
  return (
    <div className="list-page arriving" aria-hidden="true">
      <PageHeader title={title} action={<span className={buttonClass({})} style={{ visibility: "hidden" }} />} />
      {next === paths.orders() ? (
        <div className="tabs">
          <span className="tab">
            <Skeleton />
          </span>
        </div>
      ) : null}
      <div className="filter-bar">
        <div className="filter-fold">
          <span className={buttonClass({})}>Filters</span>
        </div>
        <div className="filter-fields">
          {FIELDS.map((field) => (
            <div key={field} className="field">
              <span className="field-label">
                <Skeleton shape="short" />
              </span>
              <span className="input" />
            </div>
          ))}
        </div>
      </div>
      <div className="stack-small">
        {next === paths.orders() ? <span className={buttonClass({})} style={{ visibility: "hidden" }} /> : null}
        <table className="table">
          <thead>
            <tr>
              <th>
                <Skeleton shape="short" />
              </th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map((row) => (
              <tr key={row}>
                <th>
                  <Skeleton />
                </th>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
