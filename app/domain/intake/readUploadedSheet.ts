import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import type { WrittenRow } from "../placements/placementRows";
import { readSheet } from "../placements/readSheet";
import { keyOfFileAddress } from "../uploads/fileAddress";
import { usableUploads } from "../uploads/usableUploads";

const GONE = "This file is no longer available. Please upload it again.";

/**
 * The link rows of an uploaded CSV or Excel file (rules.md placements/import). Throws Invalid for a file that the actor
 * did not upload, or that is no such sheet.
 */
export async function readUploadedSheet(
  ctx: Context,
  { fileUrl, orderId }: { fileUrl: string; orderId: string },
): Promise<WrittenRow[]> {
  authorize(ctx, "placements.edit");
  const key = keyOfFileAddress(fileUrl, ctx.siteUrl);
  if (!key) throw new Invalid("This file was not uploaded here", "fileUrl");
  const [upload] = await usableUploads(ctx, [key], { attachedTo: `order:${orderId}` });
  const stored = upload ? await ctx.files.get(key) : null;
  if (!upload || !stored) throw new Invalid(GONE, "fileUrl");
  const bytes = new Uint8Array(await new Response(stored.body).arrayBuffer());
  return await readSheet({ name: upload.name, bytes });
}
