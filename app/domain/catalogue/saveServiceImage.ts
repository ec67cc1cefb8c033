import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { services } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { fileAddressOrNull } from "../uploads/fileAddress";
import { replaceUploads } from "../uploads/usableUploads";
import type { ServiceImageInput } from "./serviceInput";
import { checkUploads, storedService } from "./storedService";

/**
 * Sets or removes (null) the image of an existing service (POST /service/upload/image) and returns its address.
 * Throws NotFound, Invalid for `imageKey`, Conflict for a stale version.
 */
export async function saveServiceImage(ctx: Context, input: ServiceImageInput): Promise<string | null> {
  authorize(ctx, "services.manage");
  const { db } = ctx;
  const { imageKey } = input;
  const stored = await storedService(ctx, input.id, input.version);
  const holder = `service:${stored.id}`;
  await checkUploads(ctx, imageKey ? [{ field: "imageKey", key: imageKey, kind: "serviceImage" }] : [], holder);
  await atomicBatch(db, [
    db
      .update(services)
      .set({ imageKey, version: sql`${services.version} + 1` })
      .where(and(eq(services.id, stored.id), eq(services.version, stored.version))),
    assertRowsChanged(db),
    ...replaceUploads(
      ctx,
      [imageKey, stored.templateKey].filter((key) => key !== null),
      holder,
    ),
    historyStatement(ctx, {
      entity: "service",
      entityId: stored.id,
      action: "Image updated",
      changes: [{ field: "imageKey", before: stored.imageKey, after: imageKey }],
    }),
  ]).catch(conflictOnPreconditionFailed);
  return fileAddressOrNull(imageKey);
}
