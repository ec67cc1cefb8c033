import { and, desc, gte, isNotNull, lt } from "drizzle-orm";
import { uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { invoiceNoOf } from "./printedInvoice";

/** Apart from the numbers of orders' invoices, which are digits alone. */
const FIRST = "S-1001";

/** The number after the one that was generated last, for any service. Staff may type another one. */
export async function nextServiceInvoiceNo(ctx: Context): Promise<string> {
  authorize(ctx, "services.manage");
  const last = await ctx.db
    .select({ fileName: uploads.fileName })
    .from(uploads)
    // The service invoices, by the index of attachments.
    .where(
      and(
        gte(uploads.attachedTo, "serviceInvoice:"),
        lt(uploads.attachedTo, "serviceInvoice;"),
        isNotNull(uploads.storedAt),
      ),
    )
    .orderBy(desc(uploads.createdAt), desc(uploads.fileName))
    .limit(1)
    .get();
  const [, before, digits] = /^(.*?)(\d{1,12})$/.exec(last ? invoiceNoOf(last.fileName) : "") ?? [];
  if (digits === undefined) return FIRST;
  return `${before}${String(Number(digits) + 1).padStart(digits.length, "0")}`;
}
