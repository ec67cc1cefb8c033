import { creditNoteName } from "../invoices/printedInvoice";
import type { Cents } from "../money";
import type { MonthStatement } from "./monthStatement";

/** One line of the statement. Signed cents; the count is null for a balance and for fees. A `total` is a balance. */
export interface MonthLine {
  entry: string;
  service: string;
  count: number | null;
  amount: Cents;
  total: boolean;
}

const NO_ORDER = "Without an order";

/** The statement as lines: page and file show the same. Every line between opening and closing adds up to closing. */
export function monthLines(statement: MonthStatement): MonthLine[] {
  const { opening, sales, refunds, creditNotes, disputes, fees, payouts, other, closing } = statement;
  const line = (entry: string, { count, amount }: { count: number; amount: Cents }): MonthLine => ({
    entry,
    service: "",
    count,
    amount,
    total: false,
  });
  const balance = (entry: string, amount: Cents): MonthLine => ({
    entry,
    service: "",
    count: null,
    amount,
    total: true,
  });
  return [
    balance("Opening balance", opening),
    ...(sales.length === 0 ? [line("Sales", { count: 0, amount: 0 })] : []),
    ...sales.map(({ service, ...sold }) => ({ ...line("Sales", sold), service: service ?? NO_ORDER })),
    { ...line("Refunds", refunds), service: creditNoteRange(creditNotes) },
    line("Disputes", disputes),
    { ...balance("Card provider fees", fees), total: false },
    line("Payouts to the bank", payouts),
    ...(other.count > 0 ? [line("Other movements", other)] : []),
    balance("Closing balance", closing),
  ];
}

function creditNoteRange(numbers: MonthStatement["creditNotes"]): string {
  if (!numbers) return "";
  const [first, last] = [creditNoteName(numbers.first), creditNoteName(numbers.last)];
  return first === last ? `Credit note ${first}` : `Credit notes ${first} to ${last}`;
}
