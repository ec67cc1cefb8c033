import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/paths";
import { aBuyer, buy, serviceNamed } from "../support/apiBuyer";
import { verifyByDocs } from "../support/evidence";
import { aFile, pdfBytes } from "../support/fileBytes";
import { type RunningPortal, startPortal } from "../support/runningPortal";

let portal: RunningPortal;
let orderId: string;
const bearers: Record<string, string> = {};

beforeAll(async () => {
  portal = await startPortal();
  for (const name of ["manager", "admin", "superadmin"])
    bearers[name] = (await portal.tokens(`${name}@example.com`)).jwtToken;
  const buyer = await aBuyer(portal, "Ada");
  bearers.client = buyer.bearer;
  const service = await serviceNamed(portal, buyer.bearer, "SEO Content Writing");
  orderId = (await buy(portal, buyer.bearer, service)).orderSystemId;
  const delivery = new FormData();
  delivery.set("id", orderId);
  delivery.set("files", aFile(pdfBytes(), "report.pdf"));
  await portal.api("POST", "/order/reports", { bearer: bearers.manager!, body: delivery });
}, 240_000);
afterAll(() => portal?.remove());

const download = (who: string, id = orderId) =>
  fetch(`${portal.base}/api/order/evidence?id=${id}`, { headers: { Authorization: `Bearer ${bearers[who]}` } });
const publicKeys = async () => {
  const answer = await fetch(`${portal.base}/.well-known/portal-evidence.json`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/jwk-set+json"]);
  return ((await answer.json()) as { keys: never[] }).keys;
};

test("the call answers a pack that the published key verifies", async () => {
  const answer = await download("admin");
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const zip = new Uint8Array(await answer.arrayBuffer());
  expect(String(zip.length)).toBe(answer.headers.get("content-length"));
  expect(Object.keys(unzipSync(zip))).toContain("reports/001-report.pdf");
  expect(strFromU8(unzipSync(zip)["invoice.pdf"]!)).toMatch(/^%PDF/);
  expect(verifyByDocs(zip, await publicKeys())).toEqual({ code: 0, output: "Signature Verified Successfully\n" });
});

test("the page answers the same to Admins and nobody else", async () => {
  const open = async (who: string) =>
    fetch(`${portal.base}${paths.orderEvidence(orderId)}`, {
      headers: { Cookie: await portal.cookie(`${who}@example.com`) },
      redirect: "manual",
    });
  const answer = await open("superadmin");
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="evidence-\d+\.zip"/),
  ]);
  expect(verifyByDocs(new Uint8Array(await answer.arrayBuffer()), await publicKeys()).code).toBe(0);
  expect([(await open("manager")).status, (await open("customer")).status]).toEqual([303, 303]);
});

test("refuses the call to Managers and clients, and an unknown order", async () => {
  expect((await download("manager")).status).toBe(403);
  expect((await download("client")).status).toBe(403);
  expect((await download("admin", "nobody")).status).toBe(404);
});
