import { toOneLine } from "~/format/cleanText";
import { readDelimited } from "~/format/delimitedText";
import { findHeadLine } from "~/format/headLine";
import { foldText } from "~db/foldText";
import { countryOfName } from "../accounts/countries";
import { Invalid } from "../errors";
import { ClientFormInput, NewClientInput } from "./clientInputs";

const MAX_IMPORTED = 5_000;

/** A client of a list, as it is stored. */
export interface ImportedClient {
  email: string;
  firstName: string;
  lastName: string;
  company: string;
  phoneNo: string;
  address: string;
  city: string;
  state: string;
  zipCode: string;
  /** A name of `countryNames`, or empty. */
  country: string;
  importedId: string;
}

export interface ClientRow {
  /** Of the pasted text, from 1. */
  line: number;
  email: string;
  /** Null for a row with errors. */
  client: ImportedClient | null;
  errors: string[];
  /** An earlier row has the same address. */
  repeated: boolean;
}

const columnNames = {
  email: ["Email", "Email address", "Mail"],
  firstName: ["First name", "Given name"],
  lastName: ["Last name", "Surname", "Family name"],
  name: ["Name", "Full name", "Client"],
  company: ["Company", "Company name", "Organization", "Organisation", "Business"],
  phoneNo: ["Phone", "Phone number"],
  address: ["Address", "Street"],
  city: ["City", "Town"],
  state: ["State", "Province", "Region"],
  zipCode: ["Zip code", "Zip", "Postal code", "Postcode"],
  country: ["Country"],
  importedId: ["Imported id", "Client id", "Id"],
} as const;
type Column = keyof typeof columnNames;

const Row = NewClientInput.extend({
  ...ClientFormInput.omit({ version: true, firstName: true, lastName: true }).shape,
});
const MAX_ID = 100;

/**
 * Reads a pasted list of clients, CSV or cells of a spreadsheet, whose first line names the columns. Throws Invalid at
 * `list` for a list without such a line and one that is too long.
 */
export function readClientRows(text: string): ClientRow[] {
  const table = readDelimited(text, delimiterOf(text)).map((cells) => cells.map(toOneLine));
  const head = findHeadLine(table, columnNames, "email");
  if (!head)
    throw new Invalid("The first line names the columns, such as Email, First name, Last name, Country", "list");
  const rows = table.flatMap((cells, at) =>
    at <= head.at || cells.every((cell) => cell === "") ? [] : [{ cells, line: at + 1 }],
  );
  if (rows.length === 0) throw new Invalid("The list has no clients below its first line", "list");
  if (rows.length > MAX_IMPORTED)
    throw new Invalid(`Import at most ${MAX_IMPORTED.toLocaleString("en-US")} clients at a time`, "list");
  const seen = new Set<string>();
  return rows.map(({ cells, line }) => {
    const row = readRow((column) => cells[head.columns[column] ?? -1] ?? "", line);
    const repeated = row.client !== null && seen.has(foldText(row.email));
    seen.add(foldText(row.email));
    return { ...row, repeated };
  });
}

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const [first = ""] = text.trimStart().split(/\r\n?|\n/, 1);
  return ["\t", ";", ","].sort((a, b) => first.split(b).length - first.split(a).length)[0]!;
}

function readRow(cellOf: (column: Column) => string, line: number): Omit<ClientRow, "repeated"> {
  const words = cellOf("name").split(" ");
  const { data, error } = Row.safeParse({
    email: cellOf("email"),
    company: cellOf("company"),
    phoneNo: cellOf("phoneNo"),
    address: cellOf("address"),
    city: cellOf("city"),
    state: cellOf("state"),
    zipCode: cellOf("zipCode"),
    country: cellOf("country"),
    firstName: cellOf("firstName") || words.slice(0, -1).join(" "),
    lastName: cellOf("lastName") || words.at(-1),
  });
  const errors =
    error?.issues.map(({ message, path }) =>
      path[0] === "email" || /name/i.test(message) ? message : `${String(path[0])}: ${message}`,
    ) ?? [];
  const country = data?.country ? countryOfName(data.country) : "";
  if (country === null) errors.push(`We do not know the country ${data!.country}`);
  const importedId = cellOf("importedId");
  if (importedId.length > MAX_ID) errors.push(`The imported id has more than ${MAX_ID} characters`);
  const client = data && country !== null && errors.length === 0 ? { ...data, country, importedId } : null;
  return { line, email: cellOf("email"), client, errors };
}
