import { and, asc, eq, gt, isNull, notInArray, sql } from "drizzle-orm";
import { insertMany } from "~db/insertRows";
import { orders, packages, pageFacts, placements, services, users } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import type { Cents } from "../money";
import { FACTS_MS, LOOK_MS, MAX_LOOKS, type PageFacts, pageAddress, type SeenPage } from "../pageFacts";
import { priceOrder } from "../pricing/priceOrder";
import { completeWebAddress } from "../webAddress";
import { type CheckedRow, countsOfSheet, preflightRows } from "./preflightRows";
import type { SheetRow } from "./sheetRow";

export interface Preflight {
  rows: CheckedRow[];
  /** Links of each tracked package among the rows without an error. */
  counts: { packageId: string; name: string; count: number }[];
  /** Of these, after tier discounts and without add-ons. */
  price: Cents;
}

interface SheetOfService {
  serviceId: string;
  rows: readonly SheetRow[];
}

/**
 * Checks the rows of an order by sheet against the client's links, the service's rules and the pages behind them
 * (rules.md preflight/codes). With `look` the link watch visits pages that nobody has seen for a day, 3 s in all;
 * without it, and for visitors, only stored facts count. Throws NotFound, and TooMany when it looks.
 */
export async function preflight(
  ctx: Context,
  { serviceId, rows }: SheetOfService,
  { look }: { look: boolean },
): Promise<Preflight> {
  authorize(ctx, "checkout.view");
  const clientId = actorId(ctx);
  if (look && clientId) await consumeRateLimit(ctx, "preflight", clientId);
  const targets = [...new Set(rows.flatMap(({ targetUrl }) => completeWebAddress(targetUrl.trim()) ?? []))];
  const addresses = [...new Set(targets.map(pageAddress))];
  const [sold, history, known] = await ctx.db.batch([
    packagesWithRules(ctx, serviceId, clientId),
    pastLinks(ctx, clientId, targets),
    ctx.db
      .select()
      .from(pageFacts)
      .where(and(inList(pageFacts.address, addresses), gt(pageFacts.seenAt, ctx.now - FACTS_MS))),
  ]);
  const [service] = sold;
  if (!service) throw new NotFound();
  const pages = new Map<string, PageFacts>(known.map((page) => [page.address, page]));
  if (look && clientId)
    for (const page of await lookAt(
      ctx,
      addresses.filter((address) => !pages.has(address)),
    ))
      pages.set(page.address, page);
  const checked = preflightRows(rows, {
    packages: sold,
    history,
    pages,
    rules: service.rules,
    excludedSites: JSON.parse(service.excludedSites ?? "[]") as string[],
    now: ctx.now,
  });
  const counts = countsOfSheet(checked, sold);
  const lines = counts.map(({ packageId, count }) => ({
    package: sold.find(({ id }) => id === packageId)!,
    quantity: count,
  }));
  return { rows: checked, counts, price: priceOrder(lines).tieredTotal };
}

const inList = (column: Parameters<typeof eq>[0], values: readonly string[]) =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;

const packagesWithRules = (ctx: Context, serviceId: string, clientId: string) =>
  ctx.db
    .select({
      id: packages.id,
      name: packages.name,
      price: packages.price,
      addOns: packages.addOns,
      discounts: packages.discounts,
      tracking: packages.tracking,
      rules: services.linkRules,
      excludedSites: sql<string | null>`(select ${users.excludedSites} from ${users} where ${users.id} = ${clientId})`,
    })
    .from(packages)
    .innerJoin(services, eq(services.id, packages.serviceId))
    .where(and(eq(services.id, serviceId), isNull(services.archivedAt), isNull(packages.archivedAt)))
    .orderBy(asc(packages.sequence), asc(packages.id));

/** The client's links to these pages, in the spellings in which people write an address. */
const pastLinks = (ctx: Context, clientId: string, targets: readonly string[]) =>
  ctx.db
    .select({
      targetUrl: placements.targetUrl,
      anchorText: placements.anchorText,
      orderNumber: orders.number,
      createdAt: sql<number>`${placements.createdAt}`,
    })
    .from(placements)
    .innerJoin(orders, eq(orders.id, placements.orderId))
    .where(
      and(
        eq(placements.clientId, clientId),
        notInArray(placements.state, ["cancelled", "replaced"]),
        inList(placements.targetUrl, targets.flatMap(spellingsOf)),
      ),
    );

function spellingsOf(address: string): string[] {
  const { host, pathname, search } = new URL(address);
  const bare = host.replace(/^www\./, "");
  const path = pathname.replace(/\/+$/, "");
  const places = [bare, `www.${bare}`].flatMap((name) => [`${name}${path}${search}`, `${name}${path}/${search}`]);
  return [address, ...places.flatMap((place) => [`https://${place}`, `http://${place}`])];
}

/** Visits pages and keeps what was found. Nothing that happens here refuses a row. */
async function lookAt(ctx: Context, addresses: readonly string[]): Promise<SeenPage[]> {
  const { linkWatch } = ctx;
  if (!linkWatch || addresses.length === 0) return [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<SeenPage[]>((resolve) => {
    timer = setTimeout(() => resolve([]), LOOK_MS + 500);
  });
  const seen = await Promise.race([linkWatch.lookAt(addresses.slice(0, MAX_LOOKS)).catch(() => []), late]);
  clearTimeout(timer);
  if (seen.length > 0)
    await insertMany(
      ctx.db,
      pageFacts,
      seen.map((page) => ({ ...page, seenAt: ctx.now })),
    ).onConflictDoUpdate({
      target: pageFacts.address,
      set: {
        status: sql`excluded.status`,
        noindex: sql`excluded.noindex`,
        finalUrl: sql`excluded.final_url`,
        seenAt: sql`excluded.seen_at`,
      },
    });
  return seen;
}
