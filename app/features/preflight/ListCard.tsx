import { Button } from "~/ui/form/Button";
import { SheetTable } from "./SheetTable";
import { countOf, SHEET, SHEET_WARNINGS, type ShownSheet } from "./sheetForm";

interface ListCardProps {
  /** The rows as text; absent before there is a list. */
  text: string | undefined;
  /** Null when the draft that holds the rows has ended. */
  sheet: ShownSheet | null;
}

/** The list in the checkout: its rows, what there is to say about them, and the way to change them. */
export function ListCard({ text, sheet }: ListCardProps) {
  const list = (label: string) => (
    <Button type="submit" name="intent" value="sheet" size={1} formNoValidate>
      {label}
    </Button>
  );
  if (!text)
    return (
      <p className="row">
        {list("I have a list")} <span className="small muted">Paste or upload targets and anchor texts.</span>
      </p>
    );
  const codes = [...new Set(sheet?.rows.flatMap(({ findings }) => findings.map(({ code }) => code)))];
  const told = sheet?.rows.filter(({ findings }) => findings.length > 0) ?? [];
  return (
    <div className="stack order-list">
      <input type="hidden" name={SHEET} value={text} />
      <input type="hidden" name={SHEET_WARNINGS} value={codes.join(" ")} />
      <p className="row row-between">
        <strong>
          {sheet ? countOf(sheet.rows.length, "link from your list", "links from your list") : "Your list"}
        </strong>
        {list("Change the list")}
      </p>
      {told.length > 0 ? (
        <details open={told.length <= 5}>
          <summary>{countOf(told.length, "row with a warning", "rows with warnings")}</summary>
          <SheetTable rows={told} caption="Rows with warnings" />
        </details>
      ) : null}
    </div>
  );
}
