import type { Context } from "../context";
import { Invalid } from "../errors";
import type { AnsweredEntry } from "../intake/readAnswers";
import { BRIEF, linkAnswers } from "../orders/linkEntries";
import type { OrderWarning } from "../preflight/orderWarning";
import { preflight } from "../preflight/preflight";
import { isRefused } from "../preflight/preflightRows";
import { isAcknowledged } from "../preflight/sheetRow";
import type { PlaceOrderInput } from "./placeOrderInput";

export interface OrderSheet {
  /** In the sheet's sequence; the payment makes links of them. */
  entries: AnsweredEntry[];
  warnings: OrderWarning[];
}

/** Errors that are named one by one. */
const MAX_NAMED = 5;

/**
 * The rows of an order by sheet, checked again without a look at the pages, so the provider's payment never waits for a
 * stranger's server. Null without rows. Throws Invalid for a row with an error, and for rows that do not add up to the
 * quantities (rules.md preflight/order).
 */
export async function sheetOfOrder(ctx: Context, input: PlaceOrderInput): Promise<OrderSheet | null> {
  const { serviceId, placements: rows, packageCounts, acknowledged = [] } = input;
  if (!rows) return null;
  const { rows: checked, counts } = await preflight(ctx, { serviceId, rows }, { look: false });
  const refused = checked.filter(isRefused);
  if (refused.length > 0) {
    const named = refused
      .slice(0, MAX_NAMED)
      .map(({ row, findings }) => `Row ${row}: ${findings.find(({ code }) => code.startsWith("E"))!.text}.`);
    const others = refused.length - named.length;
    throw new Invalid([...named, ...(others > 0 ? [`${others} more rows have errors.`] : [])].join(" "), "placements");
  }
  for (const { packageId, name, count } of counts) {
    const wanted = packageCounts.find((one) => one.packageId === packageId)?.count ?? 0;
    if (wanted !== count)
      throw new Invalid(`The list has ${count} rows of ${name}, and the quantity is ${wanted}`, "placements");
  }
  return {
    entries: checked.map(({ packageId, targetUrl }, index) => ({
      packageId: packageId!,
      items: entryItems({ ...rows[index]!, targetUrl }),
    })),
    warnings: checked.flatMap(({ row, targetUrl, findings }) =>
      findings.map(({ code, text }) => ({
        row,
        targetUrl,
        anchorText: rows[row - 1]!.anchorText,
        code,
        text,
        acknowledged: isAcknowledged(acknowledged, { row, code }),
      })),
    ),
  };
}

function entryItems({ notes, ...details }: NonNullable<PlaceOrderInput["placements"]>[number]) {
  const items = linkAnswers(details);
  if (notes === "") return items;
  return [...items, { ...items[0]!, ...BRIEF, mandatory: false, sequence: items.length, value: notes }];
}
