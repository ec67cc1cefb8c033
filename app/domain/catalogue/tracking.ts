import type { Settings } from "../settings";

/** Links of tracked packages that one order can have (rules.md placements/rows). */
export const MAX_PLACEMENTS = 1000;

/** What the agency does when a guaranteed link is lost. */
export const remedies = ["replace", "refund"] as const;
export type Remedy = (typeof remedies)[number];

/** Whether the link must pass authority: `follow` makes a nofollow link a fault. */
export const relChoices = ["any", "follow"] as const;
export type RelWanted = (typeof relChoices)[number];

/** How the links of a package are delivered. Each sold link keeps a copy of it, frozen when it is paid. */
export interface PlacementTerms {
  /** Working days from the moment the link can be worked on. */
  turnaroundDays: number;
  /** Days after going live during which a lost link is repaired, replaced or refunded. 0: no guarantee. */
  guaranteeDays: number;
  remedy: Remedy;
  /** The client approves the site before work begins. */
  approveSite: boolean;
  /** The client approves the content before it goes to the publisher. */
  approveContent: boolean;
  /** Hours after which no answer counts as approval. 0: never. */
  silentApprovalHours: number;
  relWanted: RelWanted;
  /** The lowest Domain Rating of a site, or null. */
  minDr: number | null;
}

/** What a sold link keeps: its terms, and the names under which it was bought, so that a list reads no order. */
export interface SoldTerms extends PlacementTerms {
  serviceName: string;
  packageName: string;
}

/** The setting 'Track each link' of a package (rules.md placements/tracking). */
export interface Tracking extends PlacementTerms {
  tracked: boolean;
}

export const notTracked: Tracking = {
  tracked: false,
  turnaroundDays: 20,
  guaranteeDays: 365,
  remedy: "replace",
  approveSite: false,
  approveContent: false,
  silentApprovalHours: 0,
  relWanted: "any",
  minDr: null,
};

/** The settings of a new package. */
export const newTracking = ({ orders }: Pick<Settings, "orders">): Tracking => ({
  ...notTracked,
  silentApprovalHours: orders.silentApprovalHours,
});

/** The terms that a sold link keeps. */
export const termsOf = (
  { tracked: _, ...terms }: Tracking,
  names: Pick<SoldTerms, "serviceName" | "packageName">,
): SoldTerms => ({ ...terms, ...names });
