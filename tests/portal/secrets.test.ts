import { Client } from "@stomp/stompjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { table } from "~/api/table";
import { pages } from "~/pages";
import { encodeId } from "~/paths";
import { clientNoteTexts } from "../../db/seed/clients";
import { internalNotes } from "../../db/seed/orderTexts";
import { internalMessages } from "../../db/seed/talkTexts";
import {
  type ApiBuyer,
  aBuyer,
  answersFor,
  BUYER_PASSWORD,
  buy,
  type ServedService,
  serviceNamed,
} from "../support/apiBuyer";
import { aFile, pdfBytes, xlsxBytes } from "../support/fileBytes";
import { hasPoppler, textOfPdf } from "../support/poppler";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { until } from "../support/until";

/** Written where only staff read (rules.md security/internal-text). */
const IN_NOTES = "kestrel-ledger-7741";
const IN_ADMIN_THREAD = "osprey-margin-2296";
const IN_CLIENT_NOTE = "merlin-dossier-5517";
/** The bank's dispute reason, which an order page shows to staff only. */
const IN_DISPUTE = "fraudulent";
/** Written where the customer reads, to prove that the search would find the secrets. */
const OPEN_WORDS = "heron-brief-3308";
const secrets = [
  IN_NOTES,
  IN_ADMIN_THREAD,
  IN_CLIENT_NOTE,
  IN_DISPUTE,
  ...internalNotes,
  ...internalMessages.flat(),
  ...clientNoteTexts,
];

let portal: RunningPortal;
let service: ServedService;
let customer: ApiBuyer;
let order: string;
let invoice: string;
let clientId: string;
let report: { id: string; url: string };
let bearers: Record<"customer" | "stranger" | "manager", string>;
let cookies: Record<"customer" | "stranger" | "manager", string>;
/** Every message of the customer's live connection. */
const heard: string[] = [];
let live: Client;

beforeAll(async () => {
  portal = await startPortal();
  customer = await aBuyer(portal, "Careful");
  const stranger = await aBuyer(portal, "Stranger");
  const { jwtToken: manager } = await portal.tokens("manager@example.com");
  bearers = { customer: customer.bearer, stranger: stranger.bearer, manager };
  cookies = {
    customer: await portal.cookie(customer.email, BUYER_PASSWORD),
    stranger: await portal.cookie("customer@example.com"),
    manager: await portal.cookie("manager@example.com"),
  };
  live = await listening(customer.bearer);
  service = await serviceNamed(portal, customer.bearer, "SEO Content Writing");
  const option = service.serviceOptions[0]!.serviceOptionId;
  const answers = { projectPackageData: answersFor(service, option, OPEN_WORDS) };
  order = (await buy(portal, customer.bearer, service, answers, "pm_card_createDispute")).orderSystemId;
  await until("the dispute", async () =>
    (await portal.get(`/orders/${encodeId(order)}`, { Cookie: cookies.manager })).text.includes(IN_DISPUTE),
  );
  const asStaff = (path: string, body: unknown) => portal.api("POST", path, { bearer: manager, body });
  await asStaff("/order/details", { _id: order, status: "Working", orderNotes: `Margin is thin. ${IN_NOTES}` });
  const delivery = new FormData();
  delivery.set("id", order);
  delivery.append("files", aFile(pdfBytes(), "report.pdf"));
  delivery.append("files", aFile(xlsxBytes(), "figures.xlsx"));
  [report] = (await asStaff("/order/reports", delivery)).json;
  for (const [messageType, body] of [
    ["Admin", `They do not know yet: ${IN_ADMIN_THREAD}`],
    ["Customer", `Your report is ready. ${OPEN_WORDS}`],
  ])
    expect((await asStaff("/order/messages", { orderId: order, messageType, body })).status).toBe(200);
  // These calls write history and notifications, which must not quote internal text.
  await portal.post(
    `/orders/${encodeId(order)}?do=changes`,
    { body: "Once more, please" },
    { Cookie: cookies.customer },
  );
  await asStaff("/order/messages", { orderId: order, messageType: "Admin", body: `Again: ${IN_ADMIN_THREAD}` });
  clientId = (await portal.api("GET", "/user/detail", { bearer: customer.bearer })).json._id;
  const noted = await portal.post(
    `/clients/${encodeId(clientId)}/notes/new`,
    { body: `Never tell them: ${IN_CLIENT_NOTE}` },
    { Cookie: cookies.manager },
  );
  expect(noted.status).toBe(303);
  invoice = (await portal.api("GET", `/order/details?id=${order}`, { bearer: manager })).json.invoiceId;
}, 240_000);
afterAll(async () => {
  await live?.deactivate({ force: true });
  await portal?.remove();
});

/** Opens the customer's live connection to both destinations; resolves once subscribed. */
async function listening(bearer: string) {
  let subscribed = 0;
  const client = new Client({
    webSocketFactory: () =>
      new WebSocket(`${portal.base.replace("http", "ws")}/our-websocket`, ["v12.stomp"], {
        headers: { Authorization: `Bearer ${bearer}` },
      }) as never,
    onConnect: () => {
      for (const [index, destination] of ["/user/notify/message", "/user/notify/order"].entries()) {
        client.watchForReceipt(`subscribed-${index}`, () => subscribed++);
        client.subscribe(destination, ({ body }) => void heard.push(body), { receipt: `subscribed-${index}` });
      }
    },
  });
  client.activate();
  await until("the subscriptions", () => subscribed === 2);
  return client;
}

test("staff read the notes and the Admin thread, in page and API", async () => {
  const asStaff = (path: string) => portal.api("GET", path, { bearer: bearers.manager });
  expect((await asStaff(`/order/details?id=${order}`)).json.orderNotes).toContain(IN_NOTES);
  expect((await asStaff(`/order/history?id=${order}`)).text).toContain(IN_NOTES);
  expect((await asStaff(`/order/messages?orderId=${order}&messageType=Admin`)).text).toContain(IN_ADMIN_THREAD);
  const page = await portal.get(`/orders/${encodeId(order)}?thread=admin`, { Cookie: cookies.manager });
  for (const secret of [IN_NOTES, IN_ADMIN_THREAD, IN_DISPUTE]) expect(page.text).toContain(secret);
  expect(page.text).toContain("Only your team sees this");
  expect((await portal.get(`/clients/${encodeId(clientId)}`, { Cookie: cookies.manager })).text).toContain(
    IN_CLIENT_NOTE,
  );
});

test("impersonation shows neither the notes nor the Admin thread", async () => {
  const { jwtToken } = (await portal.api("GET", `/user/token/${clientId}`, { bearer: bearers.manager })).json;
  for (const path of [
    `/order/details?id=${order}`,
    `/order/messages?orderId=${order}&messageType=Customer`,
    "/user/detail",
    `/user/detail/${clientId}`,
    `/order/messages?orderId=${order}&messageType=Admin`,
    `/order/history?id=${order}`,
  ]) {
    const answer = await portal.api("GET", path, { bearer: jwtToken });
    for (const secret of secrets) expect([path, secret, answer.text.includes(secret)]).toEqual([path, secret, false]);
  }
});

test("customers receive no internal text by page, API, file, mail or push", async () => {
  const got: [address: string, text: string][] = [];
  const parts: Record<string, string> = {
    orderId: encodeId(order),
    serviceId: encodeId(service._id),
    reportId: encodeId(report.id),
    token: "token",
    clientId: encodeId(clientId),
    "*": "nothing-here",
  };
  const queries = ["size=100", "thread=admin", "tab=reports&thread=admin", "tab=history"];
  for (const cookie of [cookies.customer, cookies.stranger])
    for (const [id, { path }] of Object.entries(pages)) {
      const address = (path || "/").replace(/:(\w+)|\*/g, (whole, name) => parts[name ?? whole] ?? encodeId(order));
      for (const query of path.includes(":orderId") ? queries : [`size=100&orderId=${encodeId(order)}`])
        for (const one of [`${address}?${query}`, `${address}?${query}&_data=${encodeURIComponent(id)}`])
          got.push([one, (await portal.get(one, { Cookie: cookie })).text]);
    }
  const ids = { id: order, orderId: order, invoiceId: invoice, serviceId: service._id, reportId: report.id };
  for (const row of table.filter((one) => !one.form && (one.method === "GET" || !one.path.startsWith("/user/"))))
    for (const bearer of [bearers.customer, bearers.stranger])
      for (const messageType of row.path === "/order/messages" ? ["Customer", "Admin"] : ["Admin"]) {
        const inQuery = row.method === "GET" || row.method === "DELETE";
        const path = row.path.replace(/\{\w+\}/g, order);
        const answer = await portal.api(
          row.method,
          inQuery ? `${path}?${new URLSearchParams({ ...ids, messageType })}` : path,
          { bearer, ...(inQuery ? {} : { body: { ...ids, _id: order, pageSize: 100, messageType, body: "Hello" } }) },
        );
        got.push([`${row.method} ${path} ${messageType}`, answer.text]);
      }
  got.push([report.url, (await portal.ask("GET", report.url, { bearer: bearers.customer })).text]);
  const mails = await until("the customer's receipt", async () => {
    const all = (await portal.control.mail()).filter(({ to }) => String(to).includes(customer.email));
    return all.length ? all : null;
  });
  got.push(...mails.map((mail): [string, string] => [`mail: ${mail.subject}`, JSON.stringify(mail)]));
  await until("the live word of a message", () => heard.some((text) => text.includes("New message on order")));
  await until("the live word of the order", () => heard.some((text) => JSON.parse(text).orderId === order));
  got.push(...heard.map((text): [string, string] => ["live", text]));

  if (hasPoppler) {
    const printed = await fetch(`${portal.base}/orders/${encodeId(order)}/invoice`, {
      headers: { Cookie: cookies.customer },
    });
    expect([printed.status, printed.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    const words = textOfPdf(new Uint8Array(await printed.arrayBuffer()));
    expect(words).toContain(customer.email);
    got.push(["the invoice", words]);
  }
  expect((await portal.api("POST", "/order/export", { bearer: bearers.customer, body: {} })).status).toBe(403);

  expect(got.length).toBeGreaterThan(150);
  for (const [address, text] of got)
    for (const secret of secrets) expect([address, secret, text.includes(secret)]).toEqual([address, secret, false]);
  expect(heard.some((text) => text.includes("internal message"))).toBe(false);
  // Proves the search: text that the customer may read is found.
  for (const address of [`/orders/${encodeId(order)}?thread=admin`, "GET /order/messages Customer"])
    expect(got.some(([one, text]) => one === address && text.includes(OPEN_WORDS))).toBe(true);
});
