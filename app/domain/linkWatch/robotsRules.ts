import robotsParser from "robots-parser";
import { paths } from "~/paths";

/** The name by which robots.txt can address the link watch. */
const ROBOT_NAME = "PortalLinkWatch";
/** Names the agency and the page that says what the link watch does. */
export const userAgentOf = (agency: string, siteUrl: string) =>
  `${ROBOT_NAME}/1.0 (${agency}; +${siteUrl}${paths.linkWatch()})`;
export const ROBOTS_DAY_MS = 86_400_000;
/** As much of robots.txt as a crawler has to read (RFC 9309). */
export const ROBOTS_BYTES = 500_000;

/** What a host's robots.txt said, and when it was read (ms UTC). */
export interface StoredRobots {
  text: string;
  readAt: number;
}

/** Keeps robots.txt of the hosts of one site. */
export interface RobotsCache {
  get(origin: string): Promise<StoredRobots | undefined>;
  put(origin: string, robots: StoredRobots): Promise<void>;
}

/** Whether robots.txt with this text lets the link watch read the address. */
export const isAllowedBy = (text: string, address: string): boolean =>
  robotsParser(new URL("/robots.txt", address).href, text).isAllowed(address, ROBOT_NAME) !== false;
