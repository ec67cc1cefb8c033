import { expect, test } from "vitest";
import { orderList } from "~/domain/orders/orderList";
import { subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { listQuery } from "~/http/listQuery.server";
import type { Db } from "~db/client.server";
import { aPortal, SITE } from "../support/portal";
import { testContext } from "../support/testContext";

/** Opens the order list and returns its page size and the cookie that the answer sets. */
function open(search: string, cookie = "", list: typeof orderList | typeof subscriptionList = orderList) {
  const request = new Request(`${SITE}/orders${search}`, { headers: { Cookie: cookie } });
  const portal = aPortal(testContext({} as Db), request);
  const { pageSize } = listQuery(portal, list as typeof orderList);
  const [set = ""] = portal.setCookies.filter((one) => /sizes=/.test(one));
  return { pageSize, cookie: set.split(";")[0] ?? "" };
}

test("remembers the page size that a person chose for a list", () => {
  const chosen = open("?size=25");
  expect(chosen.pageSize).toBe(25);
  expect(open("", chosen.cookie)).toEqual({ pageSize: 25, cookie: "" });
  expect(open("?page=2", chosen.cookie).pageSize).toBe(25);
  const back = open("?size=10", chosen.cookie);
  expect(back.pageSize).toBe(10);
  expect(open("", back.cookie).pageSize).toBe(10);
});

test("keeps the page sizes of two lists apart", () => {
  const orders = open("?size=25");
  const both = open("?size=50", orders.cookie, subscriptionList);
  expect(open("", both.cookie).pageSize).toBe(25);
  expect(open("", both.cookie, subscriptionList).pageSize).toBe(50);
});

test.each(["sizes=orders=7", "sizes=%ZZ", "sizes=orders=1000000"])("ignores a forged page size: %s", (cookie) => {
  expect(open("", cookie).pageSize).toBe(10);
});
