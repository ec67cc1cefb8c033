import { can } from "~/domain/access";
import type { Actor, ActorUser } from "~/domain/context";
import { pages } from "~/pages";
import { encodeId } from "~/paths";
import { searches, unmeasured } from "./pageBounds";
import { type PersonRecords, wordParameters } from "./records";

/** Who opens the pages. Staff open the customer's records. */
export const roles = {
  superAdmin: { email: "superadmin@example.com", records: "customer" },
  manager: { email: "manager@example.com", records: "customer" },
  customer: { email: "customer@example.com", records: "customer" },
  affiliate: { email: "affiliate@example.com", records: "affiliate" },
  visitor: { email: null, records: "customer" },
} as const;
export type RoleName = keyof typeof roles;

export interface MeasuredPage {
  routeId: string;
  /** With the parameters' names, for the table. */
  path: string;
  /** The same page's address at each agency. */
  addressFor(records: PersonRecords): string;
}

export async function actorOf(binding: D1Database, email: string | null): Promise<Actor> {
  if (!email) return { kind: "anonymous" };
  const row = await binding
    .prepare("select id, role, privileges, affiliate, affiliate_code as affiliateCode from users where email = ?")
    .bind(email)
    .first<Pick<ActorUser, "id" | "role" | "privileges" | "affiliateCode"> & { affiliate: number }>();
  if (!row) throw new Error(`${email} is not in the seed`);
  return {
    kind: "user",
    sessionId: "",
    user: { ...row, email, firstName: "", lastName: "", affiliate: row.affiliate === 1 },
  };
}

/** A layout has no address of its own: its index route is measured. */
const isLayout = (id: string) => Object.keys(pages).includes(`${id}._index`) || pages[id]?.path === "";

/**
 * Every address of the page table that the actor may open, from the routes: a new route without values for its
 * parameters throws until it gets some, or a reason in `unmeasured`.
 */
export function pagesOf(actor: Actor, records: PersonRecords): MeasuredPage[] {
  return Object.entries(pages)
    .filter(([id, { permission }]) => !isLayout(id) && !(id in unmeasured) && can(actor, permission))
    .flatMap(([routeId, { path }]) => {
      const addresses = ["", ...(searches[routeId] ?? [])];
      return pathsOf(routeId, path, records).flatMap((shown) =>
        addresses.map((search) => ({
          routeId,
          path: shown + search,
          addressFor: (of: PersonRecords) => filled(shown, of) + search,
        })),
      );
    });
}

/** The path once for each word of its parameters. Ids stay names: they differ between the agencies. */
function pathsOf(routeId: string, path: string, records: PersonRecords): string[] {
  // An order with links has no intake form.
  const fitting = path.includes("/placements/") ? path.replace(":orderId", ":linkedOrderId") : path;
  let paths = [fitting.replace("*", "no-such-page")];
  for (const [, name] of fitting.matchAll(/:(\w+)/g)) {
    const words = wordParameters[name!];
    if (words) paths = paths.flatMap((one) => words.map((word) => one.replace(`:${name}`, word)));
    else if (!knownParameters.has(name!)) throw new Error(`${routeId}: scripts/bench/growth/records.ts has no ${name}`);
    else if (!records[name!]) return [];
  }
  return paths;
}

const knownParameters = new Set([
  ...[
    "clientId",
    "orderId",
    "serviceId",
    "packageId",
    "entryId",
    "reportId",
    "noteId",
    "disputeId",
    "subscriptionId",
    "placementId",
    "linkedOrderId",
    "slug",
  ],
  ...["couponId", "commissionId", "payoutId", "affiliateId", "announcementId", "creativeId", "userId"],
]);

const filled = (path: string, records: PersonRecords) =>
  path.replace(/:(\w+)/g, (_, name: string) => (name === "slug" ? String : encodeId)(records[name]![0]!));
