/** The lists of staff whose addresses can be kept, with their names. */
export const viewLists: Readonly<Record<string, string>> = {
  "/orders": "Orders",
  "/placements": "Placements",
  "/claims": "Claims",
  "/subscriptions": "Subscriptions",
  "/clients": "Clients",
  "/services": "Services",
  "/coupons": "Coupons",
  "/announcements": "Announcements",
  "/creatives": "Creatives",
  "/affiliates": "Affiliates",
  "/commissions": "Commissions",
  "/affiliates/traffic-logs": "Traffic Logs",
};

export const MAX_ADDRESS = 1500;

/** What a page asks of an address, not of the rows. */
const passing = ["page", "filters"];

/** The list and query of an address that can be kept; null for any other. */
export function viewOf(address: string): { list: string; search: string } | null {
  if (address.length > MAX_ADDRESS || !address.startsWith("/")) return null;
  const [list = "", ...rest] = address.split("?");
  if (!Object.hasOwn(viewLists, list)) return null;
  const search = new URLSearchParams(rest.join("?"));
  for (const name of passing) search.delete(name);
  for (const [name, value] of [...search]) if (value.trim() === "") search.delete(name, value);
  return { list, search: search.toString() };
}

export const viewHref = ({ list, search }: { list: string; search: string }) => (search ? `${list}?${search}` : list);
