import { notTracked, type Tracking } from "~/domain/catalogue/tracking";
import { createManualOrder } from "~/domain/checkout/createManualOrder";
import { ManualOrderInput } from "~/domain/checkout/manualOrderInput";
import type { ActorUser } from "~/domain/context";
import { findPlacements } from "~/domain/placements/findPlacements";
import { placementList } from "~/domain/placements/placementList";
import { listFromUrl } from "~/list/listFromUrl";
import type { Db } from "~db/client.server";
import { aService } from "./factories";
import { actingAs, TEST_NOW, testContext } from "./testContext";

let forms = 0;

/** A paid order of `count` links at $100 each, entered by staff. `tracking` changes the package's terms. */
export async function aTrackedOrder(
  db: Db,
  {
    staff,
    client,
    count = 3,
    tracking = {},
    now = TEST_NOW,
  }: { staff: ActorUser; client: ActorUser; count?: number; tracking?: Partial<Tracking>; now?: number },
) {
  const { service, packages } = await aService(db, {}, [
    { price: 100_00, discounts: [], addOns: [], tracking: { ...notTracked, tracked: true, ...tracking } },
  ]);
  const ctx = testContext(db, actingAs(staff), { now });
  const { id } = await createManualOrder(
    ctx,
    ManualOrderInput.parse({
      checkoutKey: `tracked-order-${++forms}`,
      clientId: client.id,
      serviceId: service.id,
      packageCounts: [{ packageId: packages[0]!.id, count }],
      paidDate: new Date(now).toISOString().slice(0, 10),
      transactionDetails: "Wire",
      totalPrice: count * 100_00,
    }),
  );
  return { id, service, package: packages[0]! };
}

/** The links of an order as a person sees them, in sequence. */
export async function linksOf(db: Db, user: ActorUser, orderId: string, now = TEST_NOW) {
  const query = listFromUrl(placementList, `http://localhost/placements?orderId=${orderId}&size=100`);
  const { content } = await findPlacements(testContext(db, actingAs(user), { now }), query);
  return content.sort((a, b) => a.number.localeCompare(b.number));
}
