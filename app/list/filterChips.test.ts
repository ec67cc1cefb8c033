import { expect, test } from "vitest";
import { defineList } from "./defineList";
import { filterChips } from "./filterChips";
import { listFromUrl } from "./listFromUrl";
import { sortLink } from "./sortLink";

const list = defineList({
  name: "Orders",
  filters: {
    status: { label: "Status", operations: ["eq"], options: ["ACTIVE", "ENDED"] },
    client: { label: "Client", operations: ["like"] },
    assigned: { label: "Assigned", operations: ["in", "isnull"] },
    created: { label: "Created", operations: ["btn"], kind: "time" },
  },
  sorts: ["created"],
  defaultSort: { by: "created", direction: "desc" },
  defaultFilters: { status: "ACTIVE" },
  pageSizes: [10],
  defaultPageSize: 10,
});

function chipsAt(query: string) {
  const search = new URLSearchParams(query);
  const { filters } = listFromUrl(list, `https://portal.example/orders?${query}`);
  return filterChips({
    list,
    filters,
    href: "/orders",
    search,
    nameOf: (key, value) => (value === null ? "nobody" : key === "assigned" ? `Colleague ${value}` : String(value)),
  });
}

test("shows a chip for a removed default filter, none for an active one", () => {
  expect(chipsAt("")).toEqual([]);
  expect(chipsAt("status=ACTIVE&size=25")).toEqual([]);
  expect(chipsAt("status=ENDED")).toEqual([{ label: "Status: ENDED", removeHref: "/orders?" }]);
  expect(chipsAt("status=ALL&page=3")).toEqual([{ label: "Status: All", removeHref: "/orders?" }]);
});

test("links each chip to the first page without its filter", () => {
  expect(chipsAt("client=Ann&assigned=1&assigned=2&page=4&size=25")).toEqual([
    { label: "Client: Ann", removeHref: "/orders?assigned=1&assigned=2&size=25" },
    { label: "Assigned: Colleague 1, Colleague 2", removeHref: "/orders?client=Ann&size=25" },
  ]);
  expect(chipsAt("assigned=none")).toEqual([{ label: "Assigned: nobody", removeHref: "/orders?" }]);
});

test("shows a date range as one chip", () => {
  expect(chipsAt("dateField=created&from=2026-01-05&to=2026-02-01&client=Ann")).toEqual([
    { label: "Client: Ann", removeHref: "/orders?dateField=created&from=2026-01-05&to=2026-02-01" },
    { label: "Created: 05/01/2026 to 01/02/2026", removeHref: "/orders?client=Ann" },
  ]);
});

test("marks a reversed date range", () => {
  expect(chipsAt("dateField=created&from=2026-02-01&to=2026-01-05")).toEqual([
    { label: "Created: 01/02/2026 to 05/01/2026 (From is after To)", removeHref: "/orders?" },
  ]);
});

test("sorts a column descending first, then ascending", () => {
  const search = new URLSearchParams("client=Ann&page=2");
  const head = (sort: { by: string; direction: "asc" | "desc" }) => sortLink("/orders", search, sort)("created");
  expect(head({ by: "total", direction: "desc" })).toEqual({
    sorted: undefined,
    sortHref: "/orders?client=Ann&sort=created.desc",
  });
  expect(head({ by: "created", direction: "desc" })).toEqual({
    sorted: "desc",
    sortHref: "/orders?client=Ann&sort=created.asc",
  });
});
