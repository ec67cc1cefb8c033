import { DataTable } from "~/ui/list/DataTable";
import type { ShownRow } from "./sheetForm";

/** Rows of a sheet with the words of their codes. */
export function SheetTable({ rows, caption }: { rows: readonly ShownRow[]; caption: string }) {
  return (
    <DataTable
      caption={caption}
      columns={[
        { key: "row", label: "Row", card: "fact" },
        { key: "package", label: "Package", nowrap: true },
        { key: "target", label: "Target", card: "title" },
        { key: "anchor", label: "Anchor" },
        { key: "result", label: "Result", card: "bare" },
      ]}
      rows={rows.map((row) => ({
        key: String(row.row),
        cells: {
          row: row.row,
          package: row.packageName || "–",
          target: (
            <>
              {row.targetUrl || "–"}
              {row.clientReference ? <span className="cell-note">{row.clientReference}</span> : null}
              {row.notes ? <span className="cell-note">{row.notes}</span> : null}
            </>
          ),
          anchor: row.anchorText || "–",
          result: <Findings row={row} />,
        },
      }))}
    />
  );
}

const Findings = ({ row: { findings, checked } }: { row: ShownRow }) => (
  <div>
    {findings.map(({ code, text }) => (
      <p key={code} className={code.startsWith("E") ? "line-error" : "line-warning"}>
        {code.startsWith("E") ? "Error: " : "Warning: "}
        {text}
      </p>
    ))}
    {checked ? findings.length === 0 ? "OK" : null : <p className="small muted">Page not checked</p>}
  </div>
);
