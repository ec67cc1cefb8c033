import { and, eq, isNotNull, sql } from "drizzle-orm";
import { uploads } from "~db/schema";
import { type Context, userOf } from "../context";
import type { PrintedInvoice } from "../ports/printer";
import { keepFile } from "../uploads/keepFile";
import { PRINTED } from "./printedInvoice";

interface KeptPdf {
  name: string;
  /** Names the document: it is printed once. */
  attachedTo: string;
  print(): Promise<PrintedInvoice>;
}

/** A document's PDF: printed on the first request and the same file afterwards. The caller must authorize. */
export async function keptPdf(ctx: Context, { name, attachedTo, print }: KeptPdf) {
  const [kept] = await ctx.db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.attachedTo, attachedTo), isNotNull(uploads.storedAt)))
    .limit(1);
  const object = kept ? await ctx.files.get(kept.key) : null;
  if (object) return { name, body: object.body };

  const bytes = await ctx.printer.invoice(await print());
  await keepFile(ctx, {
    kind: PRINTED,
    name,
    contentType: "application/pdf",
    bytes,
    ownerId: userOf(ctx.actor)?.id ?? null,
    attachTo: {
      what: attachedTo,
      // Of two concurrent requests the first file wins.
      provided: sql`not exists (select 1 from uploads as other where other.attached_to = ${attachedTo})`,
    },
  });
  return { name, body: bytes };
}
