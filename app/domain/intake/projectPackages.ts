import { authorize } from "../access";
import type { Context } from "../context";
import { linkEntries } from "../orders/linkEntries";
import type { OrderProject } from "../orders/orderParts";
import { orderWithDetails } from "./orderWithDetails";
import { detailsOf, type ProjectDetails } from "./projectDetails";

/** Project details with all bought packages: a tracked one has a value per link. */
export interface ProjectPackagesOfOrder {
  details: ProjectDetails;
  packages: OrderProject[];
}

/** Reads them for the API (rules.md placements/project-data). Owner or staff, else NotFound. */
export async function projectPackages(ctx: Context, orderId: string): Promise<ProjectPackagesOfOrder> {
  authorize(ctx, "orders.projectDetails");
  const read = await orderWithDetails(ctx, orderId);
  const details = detailsOf(read);
  return {
    details,
    packages: read.items.flatMap(({ id, packageId, packageName, tracked }): OrderProject[] =>
      tracked
        ? [{ packageId, packageName, values: linkEntries(read.links.filter(({ orderItemId }) => orderItemId === id)) }]
        : details.packages.filter((one) => one.packageId === packageId),
    ),
  };
}
