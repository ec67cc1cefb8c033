import { eq } from "drizzle-orm";
import { defineSheet, type Sheet, sheetOf } from "~/list/defineSheet";
import { placements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { linkFields } from "./linkFields";
import { type StoredPlacement, storedPlacements } from "./storedPlacements";

/** The columns that an uploaded sheet is read by. */
const columns = defineSheet<StoredPlacement>([
  { label: "Number", kind: "text", width: 12, value: (link) => link.number },
  ...linkFields.map(({ id, name }) => ({
    label: name,
    kind: "text" as const,
    width: id === "targetUrl" ? 50 : 30,
    value: (link: StoredPlacement) => link[id],
  })),
]);

/** A sheet of an order's links to fill in and upload. Throws NotFound for an order without links. */
export async function placementTemplate(ctx: Context, orderId: string): Promise<Sheet> {
  authorize(ctx, "placements.edit");
  const links = await storedPlacements(ctx, eq(placements.orderId, orderId));
  const [first] = links;
  if (!first) throw new NotFound();
  return sheetOf(`Links-${first.orderNumber}`, columns, { total: links.length, pages: onePage(links) });
}

async function* onePage<Row>(rows: Row[]) {
  yield rows;
}
