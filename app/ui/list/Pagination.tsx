import { Form, Link } from "@remix-run/react";
import { Fragment, useId } from "react";
import { formatNumber } from "~/format/numbers";
import { MAX_PAGED } from "~/list/defineList";
import { buttonClass } from "../form/buttonClass";
import { Icon } from "../icon/Icon";

type PaginationProps = {
  /** Zero-based. */
  page: number;
  pageSize: number;
  total: number;
  /** URL of a page of this list. The page-size form also takes its hidden fields from it. */
  hrefFor: (page: number, pageSize: number) => string;
  sizes?: readonly number[];
  /** URL parameter of the page size. */
  sizeName?: string;
  /** Distinguishes several paginations on a page. */
  label?: string;
  /** Rows that pages reach; all when absent. */
  reach?: number;
};

/** The total, the page size and the links to other pages. */
export function Pagination({
  page,
  pageSize,
  total,
  hrefFor,
  sizes = [5, 10, 25, 50, 100],
  sizeName = "pageSize",
  label = "Pages",
  reach = total,
}: PaginationProps) {
  const id = useId();
  const last = Math.max(0, Math.ceil(Math.min(total, reach) / pageSize) - 1);
  // The page may be out of range: typed by hand, or the list got shorter.
  const beyond = page > last;
  const first = hrefFor(0, pageSize);
  // A new size starts at the first page.
  const kept = [...new URLSearchParams(first.split("?")[1] ?? "")].filter(
    ([name]) => name !== sizeName && name !== "page",
  );
  const to = Math.min(total, (page + 1) * pageSize);
  return (
    <div className="pagination">
      <span>
        {total === 0 || beyond
          ? `${formatNumber(total)} ${total === 1 ? "result" : "results"}`
          : `${formatNumber(page * pageSize + 1)} to ${formatNumber(to)} of ${countText(total)}`}
      </span>
      {total > reach ? (
        <span className="muted">
          Pages reach the first {formatNumber(reach)}. Use the filters or the other order for the rest.
        </span>
      ) : null}
      {sizes.length > 1 ? (
        <Form method="get" action={first.split("?")[0] || undefined} preventScrollReset>
          {kept.map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          <label htmlFor={id}>Rows per page</label>
          <span className="select">
            <select
              className="input"
              id={id}
              name={sizeName}
              key={pageSize}
              defaultValue={pageSize}
              onChange={(event) => event.currentTarget.form?.requestSubmit()}
            >
              {sizes.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </span>
          <button type="submit" className={`${buttonClass({ size: 1 })} noscript-only`}>
            Show
          </button>
        </Form>
      ) : null}
      {last > 0 || beyond ? (
        <nav aria-label={label}>
          <Step href={page > 0 ? hrefFor(Math.min(page - 1, last), pageSize) : undefined} label="Previous page" back />
          {pagesNear(page, last).map((number, index, numbers) => (
            <Fragment key={number}>
              {index > 0 && number - (numbers[index - 1] ?? 0) > 1 ? (
                <span className="page-gap" aria-hidden="true" />
              ) : null}
              <Link
                className={buttonClass({ variant: "ghost", size: 1 }, "page-link")}
                to={hrefFor(number, pageSize)}
                aria-current={number === page ? "page" : undefined}
                aria-label={`Page ${number + 1}`}
              >
                {number + 1}
              </Link>
            </Fragment>
          ))}
          <Step href={page < last ? hrefFor(page + 1, pageSize) : undefined} label="Next page" />
        </nav>
      ) : null}
    </div>
  );
}

/** One more than pages reach is where a bounded count stops. */
export const countText = (total: number) =>
  total === MAX_PAGED + 1 ? `more than ${formatNumber(MAX_PAGED)}` : formatNumber(total);

function Step({ href, label, back }: { href?: string; label: string; back?: boolean }) {
  const look = buttonClass({ variant: "ghost", size: 1 }, "page-link");
  const icon = <Icon name={back ? "chevron-left" : "chevron-right"} />;
  if (!href) {
    return (
      <span className={look} aria-disabled="true">
        {icon}
      </span>
    );
  }
  return (
    <Link className={look} to={href} aria-label={label} title={label} rel={back ? "prev" : "next"}>
      {icon}
    </Link>
  );
}

/** The first, the last, and the pages around the current one. */
function pagesNear(page: number, last: number) {
  const near = new Set([0, page - 1, page, page + 1, last]);
  return [...near].filter((number) => number >= 0 && number <= last).sort((a, b) => a - b);
}
