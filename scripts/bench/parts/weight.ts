import { bareRemixBuild, buildBareRemix } from "../baselines/bareRemix";
import type { Figure } from "../figure";
import { holdsEditor, type PageWeight, pageWeight } from "../pageWeight";
import type { LonePart } from "../part";

const client = "build/client";
const CSS_LIMIT_KB = 16;

const groups: { what: string; atMost: number; routes: string[] }[] = [
  { what: "sign-in", atMost: 1.2, routes: ["routes/_account.signin"] },
  {
    what: "customer pages",
    atMost: 1.55,
    routes: [
      "routes/_app.services._list",
      "routes/_app.services.$serviceId.details",
      "routes/_open.services.$serviceId.checkout",
      "routes/_app.checkout.success",
      "routes/_app.notifications",
      "routes/_app.profile",
      "routes/_app.orders.$orderId",
      "routes/_app.subscriptions.mine",
    ],
  },
  { what: "order list", atMost: 1.55, routes: ["routes/_app.orders._index"] },
  {
    what: "admin lists",
    atMost: 1.55,
    routes: [
      "routes/_app.orders._index",
      "routes/_app.clients._index",
      "routes/_app.coupons._list",
      "routes/_app.commissions._index",
      "routes/_app.affiliates._index",
      "routes/_app.announcements._index",
      "routes/_app.teams._index",
    ],
  },
  { what: "dashboard", atMost: 1.5, routes: ["routes/_app._index"] },
];

const kB = (bytes: number) => bytes / 1000;

/** P8: what the browser loads for a page, over a bare Remix app; the styles; and that the editor is not included. */
export const weight: LonePart = {
  ids: ["P8"],
  async measure() {
    await buildBareRemix();
    const bare = pageWeight(`${bareRemixBuild}/client`, "routes/orders")!.scripts;
    const figures: Figure[] = [];
    const all: [string, PageWeight][] = [];
    for (const { what, atMost, routes } of groups) {
      const pages = routes.flatMap((route) => {
        const page = pageWeight(client, route);
        return page ? [[route.replace("routes/", ""), page] as [string, PageWeight]] : [];
      });
      all.push(...pages);
      const [name, heaviest] = pages.sort(([, a], [, b]) => b.scripts - a.scripts)[0] ?? [];
      figures.push({
        id: "P8",
        what: `JavaScript gz: ${what}`,
        against: `bare Remix, ${kB(bare).toFixed(1)} kB`,
        value: heaviest ? heaviest.scripts / bare : null,
        unit: "x",
        atMost,
        note: heaviest
          ? `${kB(heaviest.scripts).toFixed(1)} kB in ${heaviest.files.length} files: ${name}, the heaviest of ${pages.length}`
          : "no such page yet",
      });
    }
    const [styled, most] = all.sort(([, a], [, b]) => b.styles - a.styles)[0]!;
    const withEditor = all.filter(([, page]) => holdsEditor(client, page.files)).map(([name]) => name);
    figures.push(
      {
        id: "P8",
        what: "CSS brotli, heaviest page",
        against: "all of the page's sheets",
        value: kB(most.styles),
        unit: "kB",
        atMost: CSS_LIMIT_KB,
        note: styled,
      },
      {
        id: "P8",
        what: "Pages that load the editor immediately",
        against: "Milkdown only after focus",
        value: withEditor.length,
        unit: "",
        atMost: 0,
        note: withEditor.join(", "),
      },
    );
    return figures;
  },
};
