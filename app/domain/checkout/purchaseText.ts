import { formatDateTime } from "~/format/dates";
import type { RecentPurchase } from "./recentPurchase";

const MINUTE_MS = 60_000;

/** "You paid order 10412 two minutes ago" */
export function purchaseText({ number, total, paidAt }: RecentPurchase, now: number, what = "") {
  if (paidAt === null) return `Your payment for order ${number} is being confirmed`;
  return `You ${total === 0 ? "placed" : "paid"} order ${number}${what} ${ago(paidAt, now)}`;
}

function ago(at: number, now: number) {
  const minutes = Math.floor((now - at) / MINUTE_MS);
  if (minutes < 1) return "just now";
  if (minutes > 59) return `on ${formatDateTime(at)}`;
  return minutes === 1 ? "a minute ago" : `${words[minutes] ?? minutes} minutes ago`;
}

const words = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
