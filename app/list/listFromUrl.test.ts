import { expect, test } from "vitest";
import { orderList } from "~/domain/orders/orderList";
import { listFromUrl } from "./listFromUrl";

const filters = (search: string) => listFromUrl(orderList, `http://x/orders?${search}`).filters;

test("two days without a date field filter by the main date of the list", () => {
  const days = "from=2026-01-01&to=2026-01-31";
  expect(filters(days)).toEqual(filters(`dateField=createdTime&${days}`));
  expect(filters(`dateField=&${days}`)).toHaveLength(1);
  expect(filters(days)[0]).toMatchObject({ key: "createdTime", from: Date.UTC(2026, 0, 1) });
});

test("one day alone does not filter", () => {
  expect(filters("from=2026-01-01")).toEqual([]);
  expect(filters("dateField=createdTime&to=2026-01-31")).toEqual([]);
});
