import type { Language } from "~/format/language";
import { formatCents, TAX } from "~/format/money";
import { type TaxLine, taxLabel } from "./taxes";

/** The taxes of an order as rows of its totals. Without one, 'Tax $0' (rules.md texts/fixed). */
export const taxRows = (
  lines: readonly TaxLine[] | null | undefined,
  language?: Language | null,
): { label: string; value: string }[] =>
  lines && lines.length > 0
    ? lines.map((line) => ({ label: taxLabel(line), value: formatCents(line.amount, language) }))
    : [{ label: "Tax", value: TAX }];
