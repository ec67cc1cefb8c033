/** One measured figure and its target. */
export interface Figure {
  /** Row of the speed table: "P3". */
  id: string;
  what: string;
  /** The baseline, or how it was measured. */
  against: string;
  /** Null when it cannot be measured yet; `note` says why. */
  value: number | null;
  /** Unit of the value: "x" for a ratio, "ms", "kB", "rows". */
  unit: string;
  atLeast?: number;
  atMost?: number;
  note?: string;
}

export type Verdict = "PASS" | "MISS" | "-";

/** '-' when there is nothing to compare: not measured, or no target. */
export function verdictOf({ value, atLeast, atMost }: Figure): Verdict {
  if (value === null || (atLeast === undefined && atMost === undefined)) return "-";
  return value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY)
    ? "PASS"
    : "MISS";
}

const shown = (value: number) => String(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toFixed(2)));

function targetOf({ atLeast, atMost }: Figure) {
  if (atLeast !== undefined && atMost !== undefined)
    return atLeast === atMost ? `= ${shown(atMost)}` : `${shown(atLeast)} to ${shown(atMost)}`;
  if (atLeast !== undefined) return `>= ${shown(atLeast)}`;
  return atMost === undefined ? "" : `<= ${shown(atMost)}`;
}

/** The figures as a Markdown table with aligned columns. */
export function figureTable(figures: Figure[]): string {
  const rows = [
    ["", "Figure", "Value", "Target", "", "Against", "Note"],
    ...figures.map((figure) => [
      figure.id,
      figure.what,
      figure.value === null ? "not measured" : `${shown(figure.value)} ${figure.unit}`.trim(),
      targetOf(figure),
      verdictOf(figure),
      figure.against,
      figure.note ?? "",
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const [head, ...body] = rows.map(line);
  return [head, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...body].join("\n");
}
