import type { Context } from "../context";
import type { Cents } from "../money";
import { ratesIn, type Taxes, taxesOn } from "../taxes";

/** The taxes of today's settings on an amount, for a client of this country (rules.md taxes/none). */
export const orderTaxes = ({ settings }: Pick<Context, "settings">, country: string, amount: Cents): Taxes =>
  taxesOn(amount, ratesIn(settings.company.taxes ?? [], country));

/** The columns that freeze an order's taxes (rules.md taxes/frozen). */
export const taxColumns = ({ added, lines }: Taxes) => ({ tax: added, taxLines: lines.length === 0 ? null : lines });
