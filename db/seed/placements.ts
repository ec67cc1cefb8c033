import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { PackageInput } from "~/domain/catalogue/packageInput";
import { savePackage } from "~/domain/catalogue/savePackage";
import { notTracked, type Tracking } from "~/domain/catalogue/tracking";
import { clockIn, newClock } from "~/domain/placements/deliveryClock";
import type { PlacementState } from "~/domain/placements/placementStates";
import { type NewPlacement, soldPlacements } from "~/domain/placements/soldPlacements";
import { UTC } from "~/format/zones";
import { atomicBatch } from "~db/client.server";
import { insertMany } from "~db/insertRows";
import { orderItems, orders, placements, services, users } from "~db/schema";
import type { SeededAccounts } from "./accounts";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";

interface TrackedPackage {
  service: string;
  name: string;
  /** Dollars. */
  price: number;
  description: string;
  terms: Partial<Tracking>;
}

/** One package of each service that sells countable links. */
const trackedPackages: readonly TrackedPackage[] = [
  {
    service: "Guest Posts by Domain Authority",
    name: "DA 40+, tracked",
    price: 230,
    description: "Each post is tracked. You approve its site and its text before it is published.",
    terms: {
      guaranteeDays: 365,
      approveSite: true,
      approveContent: true,
      silentApprovalHours: 72,
      relWanted: "follow",
      minDr: 40,
    },
  },
  {
    service: "Niche Edits",
    name: "DA 30+, tracked",
    price: 125,
    description: "Each link is tracked. You approve its page first.",
    terms: { turnaroundDays: 15, guaranteeDays: 180, approveSite: true, silentApprovalHours: 48, minDr: 30 },
  },
  {
    service: "Local Citation Building",
    name: "Trade directory, tracked",
    price: 95,
    description: "One entry in a directory of your trade, tracked until it is live.",
    terms: { turnaroundDays: 10, guaranteeDays: 90 },
  },
  {
    service: "Digital PR Campaign",
    name: "Coverage link, tracked",
    price: 2400,
    description: "One link in the press, tracked from the pitch to the published story.",
    terms: { turnaroundDays: 40, guaranteeDays: 0 },
  },
  {
    service: "Broken Link Building",
    name: "Won link, tracked",
    price: 250,
    description: "Each link that replaces a dead one is tracked.",
    terms: { turnaroundDays: 30, guaranteeDays: 90, remedy: "refund", relWanted: "follow" },
  },
];

/** How many orders of each service and status have links, the oldest first. */
const ordersByStatus = { Completed: 3, Working: 4, Active: 1, Inputs_Required: 2 } as const;
type Status = keyof typeof ordersByStatus;

/** The states of a service's links by the status of their order, in turn. */
const statesByStatus: Record<Status, readonly PlacementState[]> = {
  Completed: ["live", "live", "live", "replaced"],
  Working: ["site_review", "content_review", "in_progress", "submitted", "live", "ready", "cancelled"],
  Active: ["ready"],
  Inputs_Required: ["needs_input", "ready"],
};

const references = ["Harbour Dental", "Northgate Cycles", "Bluebell Nursery", "Atlas Roofing"];
const sites = ["gardenweekly.example", "tradepost.example", "cyclingtimes.example", "citypulse.example"];

/**
 * Adds a tracked package to each service with countable links, and links to some earlier orders, as if they had been
 * tracked when they were paid: in every state, for several clients. Their orders keep status and total.
 */
export async function seedPlacements(seed: Seed, { superAdmin, clients, team }: SeededAccounts): Promise<void> {
  const { db, env } = seed;
  const resellers = new Set(clients.filter(({ user }) => user.affiliate).map(({ user }) => user.id));
  const stored = await db.select({ id: services.id, name: services.name }).from(services);
  const assignee = (team[0] ?? superAdmin).id;
  for (const { service, name, price, description, terms } of trackedPackages) {
    const serviceId = stored.find((one) => one.name === service)!.id;
    const tracking: Tracking = { ...notTracked, ...terms, tracked: true };
    await savePackage(
      seedContext(seed, actingAs(superAdmin), env.now - 5 * DAY_MS),
      PackageInput.parse({ serviceId, name, description, price: price * 100, ...tracking }),
    );
    const turn = new Map<string, number>();
    const rows = (await trackedOrders(seed, serviceId)).flatMap(({ order, lines }) => {
      const sold = soldPlacements(
        { order, lines: lines.map((line) => ({ ...line, tracking })), prefilled: new Map() },
        { now: order.paidAt, zone: UTC },
      );
      return sold.map((link) => {
        const index = turn.get(order.status) ?? 0;
        turn.set(order.status, index + 1);
        return workedOn(link, { order, index, assignee, isReseller: resellers.has(order.clientId) });
      });
    });
    await atomicBatch(db, [insertMany(db, placements, rows)]);
  }
}

/** Paid orders of a service that get links, with their lines. */
async function trackedOrders({ db, env }: Seed, serviceId: string) {
  const found = await db
    .select({ order: orders, email: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.clientId))
    .where(and(eq(orders.serviceId, serviceId), eq(orders.refunded, 0), lt(orders.paidAt, env.now - 4 * DAY_MS)))
    .orderBy(asc(orders.createdAt), asc(orders.id));
  const chosen = Object.entries(ordersByStatus).flatMap(([status, most]) => {
    const ofStatus = found.filter(({ order }) => order.status === status);
    // The demo customer has links that are worked on or live. Their other orders stay as they are, the newest too.
    const [own, others] = [true, false].map((demo) =>
      ofStatus.filter(({ email }) => (email === "customer@example.com") === demo),
    ) as [typeof ofStatus, typeof ofStatus];
    const begun = status === "Completed" || status === "Working";
    const old = own.filter(({ order }) => order.createdAt < env.now - 20 * DAY_MS);
    return [...old.slice(0, begun ? 1 : 0), ...others.slice(0, most)];
  });
  const ids = chosen.map(({ order }) => order.id);
  const lines = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.sequence));
  return chosen.map(({ order }) => ({
    order: { ...order, paidAt: order.paidAt ?? order.createdAt, drip: null },
    lines: lines.filter(({ orderId }) => orderId === order.id),
  }));
}

interface Work {
  order: { status: string; createdAt: number; paidAt: number };
  /** Its place among the service's links of orders with this status. */
  index: number;
  assignee: string;
  isReseller: boolean;
}

/** A link with everything that happened to it until its state. */
function workedOn(link: NewPlacement, { order, index, assignee, isReseller }: Work): NewPlacement {
  const states = statesByStatus[order.status as Status];
  const terms = link.terms;
  const wanted = states[index % states.length]!;
  // A review needs the terms that ask for it.
  const skipped =
    (wanted === "site_review" && !terms.approveSite) || (wanted === "content_review" && !terms.approveContent);
  const state = skipped ? "in_progress" : wanted;
  const begun = order.paidAt + 2 * DAY_MS;
  const details =
    state === "needs_input"
      ? {}
      : {
          targetUrl: `https://www.example.com/guides/${(index % 9) + 1}`,
          anchorText: ["a practical guide", "compare the options", "read the full guide"][index % 3]!,
        };
  const isPlanned = !["needs_input", "ready", "cancelled"].includes(state);
  const siteDomain = sites[index % sites.length]!;
  const site = isPlanned
    ? {
        siteDomain,
        siteDr: 38 + ((index * 7) % 34),
        siteDa: 35 + ((index * 5) % 30),
        siteTraffic: 1_500 + index * 1_250,
        metricsSource: "Ahrefs",
        metricsAt: begun,
        proposal: 1,
        proposedAt: begun,
        assignedToId: assignee,
      }
    : {};
  const liveAt = order.paidAt + (8 + (index % 9)) * DAY_MS;
  const isLive = state === "live" || state === "replaced";
  return {
    ...link,
    ...details,
    ...site,
    ...(isLive ? { liveUrl: `https://${siteDomain}/articles/${link.number}`, liveAt, onTime: index % 5 !== 4 } : {}),
    ...(state === "cancelled" ? { stateBeforeCancel: "ready" as const } : {}),
    ...(state === "content_review" || state === "submitted"
      ? { contentUrl: `https://docs.example.com/${link.number}` }
      : {}),
    ...(isReseller ? { clientReference: references[index % references.length]! } : {}),
    state,
    ...clockIn(state, { ...newClock(terms.turnaroundDays), startsOn: null }, { now: begun, zone: UTC }),
  };
}
