// biome-ignore-all lint/a11y: narrow screens show rows as cards; explicit roles keep it a table for screen readers.
import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../icon/Icon";
import { useFollowLinks } from "../layout/useFollowLinks";

export type Column = {
  key: string;
  label: string;
  /** "right" for numbers and money. */
  align?: "left" | "right";
  /** Never wraps (dates, codes). Right-aligned columns never do. */
  nowrap?: boolean;
  /** Holds names, codes or addresses, which a browser's translation leaves alone. */
  literal?: boolean;
  /** Holds a date and time, which stay on one line where there is room. */
  moment?: boolean;
  /** Its part of the table, as '20%'. All columns have one, or none: tables below each other then line up. */
  width?: string;
  /** URL of the list sorted by this column, or in reverse when it already is. */
  sortHref?: string;
  sorted?: "asc" | "desc";
  /**
   * The column's role when a narrow screen shows rows as cards. By default the first column is the title and others
   * are facts. A second title joins the first; "bare" is a fact without a label.
   */
  card?: "title" | "fact" | "bare" | "hidden";
};

export type Row = {
  key: string;
  /** The link of the whole row. */
  href?: string;
  /** By column key. A plain link of the class `cell-link` is followed without a page load. */
  cells: Record<string, ReactNode>;
  /** Buttons or a RowMenu at the end of the row. */
  actions?: ReactNode;
};

type DataTableProps = {
  columns: readonly Column[];
  rows: readonly Row[];
  /** The table's accessible name. Not visible. */
  caption: string;
  /** A row of totals by column key. */
  footer?: Record<string, ReactNode>;
  /**
   * Adds a checkbox to each row that posts the row's key as `name` with the given form. `label` describes the
   * selected row.
   */
  selection?: {
    name: string;
    form: string;
    label: (row: Row) => string;
    /** Keys ticked initially, so that a rejected form keeps its selection. */
    ticked?: readonly string[];
    /** Another value clears the ticks. */
    round?: string;
  };
};

/** Rows under a sticky header. Each row is a link, and a card on narrow screens. */
export function DataTable({ columns, rows, caption, footer, selection }: DataTableProps) {
  const follow = useFollowLinks("a.row-link, a.cell-link");
  const withActions = rows.some((row) => row.actions);
  const looks = columns.map(cellLook);
  const body = useClearedTicks(selection?.round);
  const fixed = columns.some(({ width }) => width);
  return (
    <table className="table" role="table" onClick={follow} style={fixed ? { tableLayout: "fixed" } : undefined}>
      <caption className="visually-hidden">{caption}</caption>
      {fixed ? (
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
      ) : null}
      <thead role="rowgroup">
        <tr role="row">
          {selection ? (
            <th role="columnheader">
              <span className="visually-hidden">Select</span>
            </th>
          ) : null}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} />
          ))}
          {withActions ? (
            <th role="columnheader">
              <span className="visually-hidden">Actions</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body}>
        {rows.map((row) => (
          <tr key={row.key} role="row">
            {selection ? (
              <td className="table-select" role="cell">
                <label>
                  <input
                    type="checkbox"
                    name={selection.name}
                    value={row.key}
                    form={selection.form}
                    defaultChecked={selection.ticked?.includes(row.key)}
                    aria-label={selection.label(row)}
                  />
                </label>
              </td>
            ) : null}
            {columns.map((column, index) => {
              const content = row.cells[column.key];
              const look = looks[index];
              return index === 0 ? (
                <th key={column.key} {...look} role="rowheader">
                  {row.href ? (
                    <a className="row-link" href={row.href}>
                      {content}
                    </a>
                  ) : (
                    content
                  )}
                </th>
              ) : (
                <td
                  key={column.key}
                  className={look?.className}
                  translate={column.literal ? "no" : undefined}
                  // A card shows no empty cell.
                  data-label={(content ?? "") === "" ? undefined : look?.["data-label"]}
                  role="cell"
                >
                  {content}
                </td>
              );
            })}
            {withActions ? (
              <td className="table-actions" role="cell">
                <div>{row.actions}</div>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
      {footer ? (
        <tfoot role="rowgroup">
          <tr role="row">
            {selection ? <td role="cell" /> : null}
            {columns.map((column, index) => (
              <td key={column.key} {...looks[index]} role="cell">
                {footer[column.key]}
              </td>
            ))}
            {withActions ? <td role="cell" /> : null}
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}

/** Clears the boxes of the rows, which keep their focus, when the value changes. */
function useClearedTicks(round: string | undefined) {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef(round);
  useEffect(() => {
    if (last.current === round) return;
    last.current = round;
    for (const box of body.current?.querySelectorAll<HTMLInputElement>(".table-select input") ?? [])
      box.checked = false;
    body.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [round]);
  return body;
}

function HeadCell({ column }: { column: Column }) {
  return (
    <th
      className={column.align === "right" ? "right" : undefined}
      aria-sort={column.sorted ? (column.sorted === "asc" ? "ascending" : "descending") : undefined}
      role="columnheader"
    >
      {column.sortHref ? (
        <Link to={column.sortHref} preventScrollReset>
          {column.label}
          {column.sorted ? <Icon name={column.sorted === "asc" ? "arrow-up" : "arrow-down"} size={13} /> : null}
        </Link>
      ) : (
        column.label
      )}
    </th>
  );
}

/** The label is for a card's facts only, and marks them. A row's header is its title without a class. */
function cellLook(column: Column, index: number) {
  const part = column.card ?? (index === 0 ? "title" : "fact");
  const classes = [
    part !== "fact" && !(part === "title" && index === 0) && `card-${part}`,
    column.align === "right" && "right",
    column.nowrap && "nowrap",
    column.moment && "moment",
  ];
  return {
    className: classes.filter(Boolean).join(" ") || undefined,
    "data-label": part === "fact" ? column.label : undefined,
    translate: column.literal || part === "title" || column.align === "right" ? ("no" as const) : undefined,
  };
}
