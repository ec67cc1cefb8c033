import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/paths";
import { loader } from "~/routes/_open.services.$serviceId.checkout";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService } from "../support/factories";
import { aPortal } from "../support/portal";
import { actingAs, testContext } from "../support/testContext";

let database: TestDatabase;
let address: string;
let foreignPackage: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const { service } = await aService(database.db, {}, [{ name: "DA 30+" }, { name: "DA 50+" }]);
  const other = await aService(database.db);
  address = paths.checkout(service.id);
  foreignPackage = other.packages[0]!.id;
  await aCustomer(database.db, { affiliate: true, affiliateCode: "AFF2026" });
  await aCustomer(database.db, { affiliate: false, affiliateCode: "FORMER" });
});
afterAll(() => database.dispose());

async function open(search: string, actor?: Parameters<typeof testContext>[1]) {
  const payments = { scriptUrl: "", publishableKey: () => "", sandbox: true } as never;
  const ctx = testContext(database.db, actor, { payments });
  const request = new Request(`${ctx.siteUrl}${address}?${search}`);
  const params = { serviceId: address.split("/")[2]! };
  const answer = await loader({ request, params, context: { portal: aPortal(ctx, request) } }).catch(
    (thrown) => thrown,
  );
  if (answer instanceof Response) return { location: answer.headers.get("Location"), status: answer.status };
  return { ignored: answer.ignored, initial: answer.initial };
}

test("a link with an affiliate's code counts as a click on their link", async () => {
  expect(await open("packages=da-30:2&ref=aff2026&utm_source=mail")).toEqual({
    location: paths.referral("aff2026", `${address}?packages=da-30%3A2&utm_source=mail`),
    status: 302,
  });
});

test.each(["UNKNOWN", "FORMER", "a b", "x".repeat(500)])("ignores the referral code %s", async (code) => {
  const { ignored } = await open(new URLSearchParams({ ref: code }).toString());
  expect(ignored).toContain(`referral code “${code.slice(0, 60)}”`);
});

test("a client with an account keeps the affiliate that counts for them", async () => {
  const { ignored, initial } = await open("ref=AFF2026&packages=da-50", actingAs(await aCustomer(database.db)));
  expect(ignored).toBeNull();
  expect(initial).toMatchObject({ "packageCounts[0].count": "0", "packageCounts[1].count": "1" });
});

test("ignores a package of another service", async () => {
  const { ignored, initial } = await open(`packages=${foreignPackage}:3`);
  expect(ignored).toContain(`package “${foreignPackage}”`);
  expect(initial).not.toHaveProperty("packageCounts[0].count");
});
