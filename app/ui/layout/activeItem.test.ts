import { expect, test } from "vitest";
import { activeItem } from "./activeItem";
import type { MenuItem } from "./shellProps";

const item = (href: string, children?: MenuItem[]): MenuItem => ({
  label: href,
  href,
  icon: "shopping-cart",
  children,
});
const menu = [
  item("/"),
  item("/orders"),
  item("", [item("/affiliates"), item("/affiliates/traffic-logs")]),
  item("/order"),
];

test("marks one item as active: its page or the nearest page above", () => {
  for (const [path, href] of [
    ["/", "/"],
    ["/orders/01J", "/orders"],
    ["/affiliates", "/affiliates"],
    ["/affiliates/settings", "/affiliates"],
    ["/affiliates/traffic-logs", "/affiliates/traffic-logs"],
    ["/profile", undefined],
  ] as const)
    expect(activeItem(menu, path)?.href, path).toBe(href);
});
