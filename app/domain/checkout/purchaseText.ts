import { formatDateTime } from "~/format/dates";
import type { RecentPurchase } from "./recentPurchase";

const MINUTE_MS = 60_000;

/** "You paid order 10412 two minutes ago" */
export function purchaseText({ number, total, paidAt }: RecentPurchase, now: number, zone: string) {
  if (paidAt === null) return pendingText(number);
  return `You ${total === 0 ? "placed" : "paid"} order ${number} ${ago(paidAt, now, zone)}`;
}

/** "You paid for the same two minutes ago: order 10412" */
export function samePurchaseText({ number, total, paidAt }: RecentPurchase, now: number, zone: string) {
  if (paidAt === null) return pendingText(number);
  return `You ${total === 0 ? "ordered" : "paid for"} the same ${ago(paidAt, now, zone)}: order ${number}`;
}

const pendingText = (number: number) => `Your payment for order ${number} is being confirmed`;

function ago(at: number, now: number, zone: string) {
  const minutes = Math.floor((now - at) / MINUTE_MS);
  if (minutes < 1) return "just now";
  if (minutes > 59) return `on ${formatDateTime(at, zone)}`;
  return minutes === 1 ? "a minute ago" : `${words[minutes] ?? minutes} minutes ago`;
}

const words = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
