import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { customerInterfaces, formerSlugs, packages, services } from "~db/schema";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { ServiceDetails, ServicePackage } from "./catalogueEntities";
import { customerInterfaceOf, packageOf, serviceOf } from "./catalogueRows";
import { inSequence, inShop } from "./readableServices";
import { assertShopOpen } from "./shopOpen";

/** Other services that a page of the shop links to. */
const MAX_OTHERS = 24;

/** What visitors may know of a service. */
type PublicService = Pick<
  ServiceDetails,
  "id" | "slug" | "name" | "description" | "imageUrl" | "paymentTypes" | "orderDuration" | "frequency"
> & { customerInterface: Pick<ServiceDetails["customerInterface"], "sampleReports" | "faqs"> };

export interface ShopService {
  service: PublicService;
  packages: ServicePackage[];
  /** The first services of the shop, this one included. */
  others: { id: string; name: string; slug: string }[];
}

/**
 * A service of the public shop by its slug, or the slug that an earlier one leads to (rules.md shop/slugs). Throws
 * NotFound when it is not in the shop, and while the shop is off.
 */
export async function shopService(ctx: Context, address: string): Promise<ShopService | { movedTo: string }> {
  assertShopOpen(ctx);
  const { db } = ctx;
  const named = sql`(select id from services where slug = ${address} and slug <> '')`;
  const [[row], bought, [shown], others, [moved]] = await db.batch([
    db
      .select()
      .from(services)
      .where(and(inShop(), sql`${services.id} = ${named}`)),
    db
      .select()
      .from(packages)
      .where(and(sql`${packages.serviceId} = ${named}`, isNull(packages.archivedAt)))
      .orderBy(asc(packages.sequence), asc(packages.id)),
    db.select().from(customerInterfaces).where(sql`${customerInterfaces.serviceId} = ${named}`),
    db
      .select({ id: services.id, name: services.name, slug: services.slug })
      .from(services)
      .where(inShop())
      .orderBy(...inSequence())
      .limit(MAX_OTHERS),
    db
      .select({ slug: services.slug })
      .from(formerSlugs)
      .innerJoin(services, eq(services.id, formerSlugs.serviceId))
      .where(and(eq(formerSlugs.slug, address), inShop())),
  ]);
  if (row) {
    const { id, slug, name, description, imageUrl, paymentTypes, orderDuration, frequency } = serviceOf(row);
    const { sampleReports, faqs } = customerInterfaceOf(row.id, shown);
    return {
      service: {
        id,
        slug,
        name,
        description,
        imageUrl,
        paymentTypes,
        orderDuration,
        frequency,
        customerInterface: { sampleReports, faqs },
      },
      packages: bought.map(packageOf),
      others,
    };
  }
  if (moved) return { movedTo: moved.slug };
  throw new NotFound();
}
