import { asc, eq, inArray } from "drizzle-orm";
import { importMigratedOrder } from "~/domain/checkout/importMigratedOrder";
import { MigratedOrderInput } from "~/domain/checkout/migratedOrderInput";
import type { ActorUser, Context } from "~/domain/context";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { requestChanges } from "~/domain/delivery/requestChanges";
import { sendMessage } from "~/domain/messages/sendMessage";
import { addReports } from "~/domain/orderReports/addReports";
import { storeUpload } from "~/files/storeUpload";
import { orders, packages } from "~db/schema";
import type { SeededAccounts, SeededClient } from "./accounts";
import { type Random, randomFrom } from "./random";
import { reportPdf } from "./reportPdf";
import { actingAs, DAY_MS, type Seed, seedContext, systemContext } from "./seedContext";
import { changeRequests, conversations, importedConversations, internalMessages } from "./talkTexts";
import { templateSpreadsheet } from "./templateSpreadsheet";

const HOUR_MS = 60 * 60 * 1000;
const AT_A_TIME = 12;
/** One order in this many has messages and reports. */
const TALKING = 3;

type Worked = Pick<
  typeof orders.$inferSelect,
  "id" | "number" | "serviceName" | "clientId" | "status" | "assignedToId" | "startedAt" | "completedAt"
>;

/** Adds messages and reports to orders in progress or done, and three migrated orders. */
export async function seedOrderMessages(seed: Seed, accounts: SeededAccounts, serviceIds: readonly string[]) {
  await importOrders(seed, accounts, serviceIds);
  const worked = await seed.db
    .select({
      id: orders.id,
      number: orders.number,
      serviceName: orders.serviceName,
      clientId: orders.clientId,
      status: orders.status,
      assignedToId: orders.assignedToId,
      startedAt: orders.startedAt,
      completedAt: orders.completedAt,
    })
    .from(orders)
    .where(inArray(orders.status, ["Working", "Completed"]))
    .orderBy(asc(orders.createdAt), asc(orders.number));
  const random = randomFrom(77);
  const favourite = accounts.clients.find(({ user }) => user.email === "customer@example.com")?.user.id;
  const plans = worked
    .filter((order, index) => order.clientId === favourite || index % TALKING === 0)
    .map((order, index) => planTalk(seed, random, accounts, order, index));
  for (let start = 0; start < plans.length; start += AT_A_TIME)
    await Promise.all(plans.slice(start, start + AT_A_TIME).map((plan) => writeTalk(seed, plan)));
}

interface Talk {
  order: Worked;
  client: ActorUser;
  staff: ActorUser;
  colleague: ActorUser;
  /** When work began. All messages fall between this and the end. */
  from: number;
  step: number;
  conversation: (typeof conversations)[number];
  internal: readonly string[];
  reports: number;
  answer: "approved" | "changes" | null;
  words: string;
}

function planTalk(seed: Seed, random: Random, accounts: SeededAccounts, order: Worked, index: number): Talk {
  const { superAdmin, team, clients } = accounts;
  const everybody = [superAdmin, ...team];
  const staff = everybody.find(({ id }) => id === order.assignedToId) ?? superAdmin;
  const from = (order.startedAt ?? seed.env.now - DAY_MS) + HOUR_MS;
  const until = Math.min(order.completedAt ?? seed.env.now - HOUR_MS, seed.env.now - HOUR_MS);
  const done = order.status === "Completed";
  return {
    order,
    client: clients.find(({ user }) => user.id === order.clientId)?.user ?? superAdmin,
    staff,
    colleague: random.pick(everybody.filter((one) => one !== staff)),
    from,
    step: Math.max(60_000, (until - from) / 10),
    conversation: random.pick(conversations),
    internal: index % 2 === 0 ? random.pick(internalMessages) : [],
    reports: done ? random.between(1, 3) : index % 3 === 0 ? 1 : 0,
    answer: done ? (index % 4 === 0 ? "changes" : random.chance(0.6) ? "approved" : null) : null,
    words: random.pick(changeRequests),
  };
}

async function writeTalk(seed: Seed, talk: Talk) {
  const { order, client, staff, colleague, from, step, answer } = talk;
  const by = (user: ActorUser, at: number) => seedContext(seed, actingAs(user), Math.min(at, seed.env.now - 60_000));
  const orderId = order.id;
  for (const [index, [side, body]] of talk.conversation.entries())
    await sendMessage(by(side === "client" ? client : staff, from + step * index), {
      orderId,
      thread: "Customer",
      body,
    });
  for (const [index, body] of talk.internal.entries())
    await sendMessage(by(index % 2 ? colleague : staff, from + step * (index + 4)), { orderId, thread: "Admin", body });
  if (talk.reports > 0) {
    const deliverer = by(staff, from + step * 9);
    const uploadKeys = await Promise.all(
      Array.from({ length: talk.reports }, (_, page) => reportOf(deliverer, order, page)),
    );
    await addReports(deliverer, { orderId, uploadKeys });
  }
  const answeredAt = (order.completedAt ?? seed.env.now) + 5 * HOUR_MS;
  // A delivery of the last hours has no response yet.
  if (answeredAt > seed.env.now) return;
  if (answer === "approved") await approveDelivery(by(client, answeredAt), { orderId });
  if (answer === "changes") await requestChanges(by(client, answeredAt), { orderId, body: talk.words });
}

async function reportOf(ctx: Context, { number, serviceName }: Worked, page: number): Promise<string> {
  const slug = serviceName.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const file =
    page % 2 === 1
      ? new File([templateSpreadsheet(["Page", "Keyword", "Volume", "Position"])], `${slug}-keywords-${number}.xlsx`)
      : new File(
          [
            reportPdf(`${serviceName}: report`, [
              `Order ${number}`,
              "All agreed placements are live and were checked by hand.",
              "Every link is indexed and leads to the address that was asked for.",
              "The keyword sheet lists positions before and after.",
            ]),
          ],
          page === 0 ? `${slug}-report-${number}.pdf` : `${slug}-summary-${number}.pdf`,
        );
  return (await storeUpload(ctx, "report", file)).key;
}

/** What was paid for the order. */
async function importOrders(seed: Seed, { clients, team }: SeededAccounts, serviceIds: readonly string[]) {
  const at = seed.env.now - 119 * DAY_MS;
  const old = clients.filter(({ createdAt }) => createdAt < at);
  const known = old.find(({ user }) => user.email === "customer@example.com");
  const owners = [...(known ? [known] : []), ...old.filter((one) => one !== known)].slice(0, 3);
  for (const [index, owner] of owners.entries()) {
    const input = await migratedOrder(
      seed,
      owner,
      serviceIds[index] ?? "",
      at + index * DAY_MS,
      index,
      team[index % team.length],
    );
    await importMigratedOrder(systemContext(seed, at + 3 * DAY_MS), input);
  }
}

async function migratedOrder(
  seed: Seed,
  { user }: SeededClient,
  serviceId: string,
  createdAt: number,
  index: number,
  assignee: ActorUser | undefined,
): Promise<MigratedOrderInput> {
  const sold = await seed.db
    .select()
    .from(packages)
    .where(eq(packages.serviceId, serviceId))
    .orderBy(asc(packages.sequence));
  const talk = importedConversations[index % importedConversations.length] ?? [];
  return MigratedOrderInput.parse({
    sourceId: `former-${1001 + index}`,
    clientId: user.id,
    serviceId,
    status: index === 2 ? "Working" : "Completed",
    assignedToId: assignee?.id,
    items: sold.slice(0, 1).map(({ id, price }) => ({ packageId: id, quantity: index + 1, unitPrice: price })),
    transactionDetails: `Bank transfer, former system ${1001 + index}`,
    createdAt,
    completedAt: index === 2 ? null : createdAt + 30 * DAY_MS,
    messages: talk.map(([side, body], turn) => ({
      fromName: side === "client" ? `${user.firstName} ${user.lastName}` : "Client Desk",
      body,
      createdAt: createdAt + turn * DAY_MS,
    })),
  });
}
