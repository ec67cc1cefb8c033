import type { Context } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import { preflight } from "~/domain/preflight/preflight";
import { isRefused } from "~/domain/preflight/preflightRows";
import { readSheetText, sheetText } from "~/domain/preflight/sheetText";
import type { ShownSheet } from "./sheetForm";

/** Reads and checks a sheet for the page. Throws Invalid for text that is no list of links. */
export async function shownSheet(
  ctx: Context,
  { serviceId, text }: { serviceId: string; text: string },
  { look }: { look: boolean },
): Promise<ShownSheet & { counts: { packageId: string; count: number }[] }> {
  const written = readSheetText(text);
  const { rows, counts, price } = await preflight(ctx, { serviceId, rows: written }, { look });
  const nameOf = new Map(counts.map(({ packageId, name }) => [packageId, name]));
  return {
    text: sheetText(written),
    rows: rows.map((one, index) => {
      const { package: named, anchorText, clientReference, notes } = written[index]!;
      const { row, packageId, targetUrl, findings, page } = one;
      return {
        row,
        targetUrl,
        anchorText,
        clientReference,
        notes,
        packageName: (packageId && nameOf.get(packageId)) ?? named,
        findings: findings.map(({ code, text: words }) => ({ code, text: words })),
        checked: page === "checked",
      };
    }),
    refused: rows.filter(isRefused).length,
    price,
    counts,
  };
}

/** The sheet of a checkout draft by what is stored; null for one that can no longer be read. */
export async function sheetOfDraft(ctx: Context, serviceId: string, text: string | undefined) {
  if (!text) return null;
  try {
    return await shownSheet(ctx, { serviceId, text }, { look: false });
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}
