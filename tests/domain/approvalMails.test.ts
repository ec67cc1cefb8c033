import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { importPlacements } from "~/domain/intake/importPlacements";
import { deliverOutbox, type OutgoingMail } from "~/domain/outbox/deliverOutbox";
import { answerByLink, LinkAnswer } from "~/domain/placements/answerByLink";
import { answerProposal } from "~/domain/placements/answerProposal";
import { makeApprovalToken } from "~/domain/placements/approvalLink";
import { approvalPage } from "~/domain/placements/approvalPage";
import { SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { paths } from "~/paths";
import { outbox } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

const MINUTE = 60_000;
const accept = LinkAnswer.parse({ answer: "accept" });

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  client = await aCustomer(database.db);
});

const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });

async function readyLinks(count: number, silentApprovalHours = 0) {
  const tracking = { approveSite: true, silentApprovalHours };
  const order = await aTrackedOrder(database.db, { staff, client, count, tracking });
  const rows = Array.from({ length: count }, (_, at) => ({
    targetUrl: `https://client.example.com/${at}`,
    anchorText: `anchor ${at}`,
  }));
  await importPlacements(as(client), { orderId: order.id, rows, dryRun: false });
  return { orderId: order.id, links: await linksOf(database.db, client, order.id) };
}
const propose = (id: string, now: number, domain = "example.com") =>
  proposeSites(as(staff, now), [SiteProposal.parse({ id, site: { domain, dr: 55, traffic: 12_345 } })]);

/** The client's mails that leave at a time. */
async function mailsAt(now: number): Promise<OutgoingMail[]> {
  const mails: OutgoingMail[] = [];
  const transports = {
    sendMail: async (mail: OutgoingMail) => void mails.push(mail),
    push: async () => {},
  };
  await deliverOutbox(testContext(database.db, actingSystem, { now }), transports);
  return mails.filter(({ to }) => to === client.email);
}
const linksIn = ({ text }: OutgoingMail) => [...text.matchAll(/http\S+\/a\/(\S+)/g)].map(([, token]) => token!);

test("proposals of five minutes share one mail with a link for each", async () => {
  const { orderId, links } = await readyLinks(3, 48);
  await mailsAt(TEST_NOW + 10 * MINUTE);
  const from = TEST_NOW + 60 * MINUTE;
  for (const [index, { id }] of links.entries()) await propose(id, from + index * MINUTE, `site-${index}.com`);
  expect(await mailsAt(from + 4 * MINUTE)).toEqual([]);
  const [mail, ...others] = await mailsAt(from + 5 * MINUTE);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe("3 links of order 10001 wait for your approval");
  for (const body of [mail!.text, mail!.html]) {
    expect(body).toContain("10001-02: site-1.com, DR 55, 12k visits");
    expect(body).toContain(paths.orderPlacements(orderId).replace("&", "&amp;"));
  }
  const tokens = linksIn(mail!);
  expect(tokens).toHaveLength(3);
  for (const [index, token] of tokens.entries()) {
    expect(mail!.html).toContain(`/a/${token}"`);
    expect(await approvalPage(testContext(database.db), token)).toMatchObject({
      number: links[index]!.number,
      waiting: true,
    });
  }
  // The queue's rows hold nothing that opens a page.
  for (const { payload } of await database.db.select().from(outbox).where(eq(outbox.kind, "noticeMail")))
    expect(JSON.stringify(payload)).not.toMatch(/\/a\/|site-/);
});

test("leaves out proposals that were answered before the mail leaves", async () => {
  const { links } = await readyLinks(2);
  await mailsAt(TEST_NOW + 10 * MINUTE);
  const from = TEST_NOW + 60 * MINUTE;
  for (const { id } of links) await propose(id, from);
  const token = (id: string) =>
    makeApprovalToken(testContext(database.db), { id, clientId: client.id, proposal: 1 }, "site");
  await answerByLink(testContext(database.db, anonymous, { now: from }), await token(links[0]!.id), accept);
  const [mail] = await mailsAt(from + 5 * MINUTE);
  expect(mail!.subject).toBe(`Link ${links[1]!.number} waits for your approval`);
  expect(linksIn(mail!)).toHaveLength(1);
});

test("sends no mail when every proposal was answered", async () => {
  const { links } = await readyLinks(1);
  await mailsAt(TEST_NOW + 10 * MINUTE);
  const from = TEST_NOW + 60 * MINUTE;
  await propose(links[0]!.id, from);
  await answerProposal(as(client, from), { id: links[0]!.id, subject: "site", accept: true, reason: "" });
  expect(await mailsAt(from + 5 * MINUTE)).toEqual([]);
});
