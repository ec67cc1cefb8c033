import papaparse from "papaparse";

/** The first lines tell how a file is written. */
const SAMPLE_ROWS = 50;

/**
 * The cells of delimited text line by line. Quoted cells may hold line breaks, delimiters and doubled quotes. Text in
 * which a quote does not close is read line by line, as copied cells such as `"best" shoes` need it.
 */
export function readDelimited(text: string, delimiter: string, maxRows = 0): string[][] {
  const lines = text.replace(/\r\n?/g, "\n");
  const { data, errors } = papaparse.parse<string[]>(lines, { delimiter, newline: "\n", preview: maxRows });
  if (!errors.some(({ type }) => type === "Quotes")) return data;
  const rows = lines.split("\n").map((line) => line.split(delimiter).map(unquoted));
  return maxRows > 0 ? rows.slice(0, maxRows) : rows;
}

const QUOTED = /^"((?:[^"]|"")*)"$/;
const unquoted = (cell: string) => QUOTED.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;

/** The first rows of a text, to find its delimiter by. */
export const sampleOf = (text: string, delimiter: string) => readDelimited(text, delimiter, SAMPLE_ROWS);
