import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { setUp } from "../support/setUp";

let portal: RunningPortal;

beforeAll(async () => {
  portal = await startPortal({ SEED: "none" });
  await setUp(portal);
}, 120_000);

afterAll(() => portal?.remove());

test("an empty portal names the next step, with a link that opens", async () => {
  const headers = { cookie: await portal.cookie("superadmin@example.com") };
  const main = async (path: string) => {
    const { status, text } = await portal.get(path, headers);
    expect([path, status]).toEqual([path, 200]);
    return text.slice(text.indexOf("<main"));
  };
  for (const [path, title, next] of [
    ["/", "No services yet", "/services/new"],
    ["/orders", "No orders yet", "/services"],
    ["/subscriptions", "No subscriptions yet", "/services"],
    ["/affiliates", "No affiliates yet", "/clients"],
    ["/commissions", "No commissions yet", "/affiliates"],
    ["/affiliates/traffic-logs", "No visits yet", "/affiliates"],
  ] as const) {
    const empty = (await main(path)).split('class="empty"')[1]!;
    expect(empty, path).toContain(title);
    expect(empty, path).toContain(`href="${next}"`);
    await main(next);
  }
});
