import { eq } from "drizzle-orm";
import type { Context } from "~/domain/context";
import { evidenceFiles, evidenceOrder } from "~/domain/evidence/evidenceFiles";
import type { StoredPack } from "~/domain/ports/evidence";
import { randomKey } from "~/domain/uploads/keepFile";
import type { EvidenceSigner } from "~/integrations/evidenceKey.server";
import { uploads } from "~db/schema";
import { evidenceZip } from "./evidenceZip";

/** The upload kind of packs. Users cannot upload or open this kind by its address. */
const PACK = "evidencePack";

/**
 * Makes the evidence of an order as one signed zip in the object store. The file belongs to nothing, so the sweep
 * deletes it after a day. Throws NotFound.
 */
export async function makeEvidencePack(ctx: Context, signer: EvidenceSigner, orderId: string): Promise<StoredPack> {
  const { order } = await evidenceOrder(ctx, orderId);
  const key = randomKey();
  const name = `evidence-${order.number}.zip`;
  await ctx.db
    .insert(uploads)
    .values({ key, kind: PACK, fileName: name, contentType: "application/zip", size: 0, createdAt: ctx.now });
  const zip = evidenceZip(evidenceFiles(ctx, orderId), signer, { orderNumber: order.number, madeAt: ctx.now });
  const size = await ctx.files.putStream(key, zip, "application/zip");
  await ctx.db.update(uploads).set({ size }).where(eq(uploads.key, key));
  return { key, name, size };
}
