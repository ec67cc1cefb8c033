import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId } from "~/paths";
import {
  type ApiBuyer,
  aBuyer,
  answersFor,
  aPlacement,
  BUYER_PASSWORD,
  buy,
  place,
  type ServedService,
  serviceNamed,
} from "../support/apiBuyer";
import { aFile, jpegBytes, pdfBytes, pngBytes, xlsxBytes } from "../support/fileBytes";
import { type RunningPortal, startPortal } from "../support/runningPortal";

/** Typed into the victim's project details; only the victim and staff may read it. */
const OWN_WORDS = "heron-brief-3308";

const people = ["owner", "other", "nobody", "Manager", "Admin", "SuperAdmin"] as const;
type Person = (typeof people)[number];

let portal: RunningPortal;
let service: ServedService;
let victim: ApiBuyer;
let bearers: Record<Person, string | undefined>;
let cookies: Record<Person, string>;
/** Every id that the specified calls take, all owned by the victim. */
let ids: Record<
  "order" | "unpaidOrder" | "invoice" | "notification" | "client" | "entry" | "hiddenService" | "report",
  string
>;
let file: string;
let reportFile: string;

beforeAll(async () => {
  portal = await startPortal();
  victim = await aBuyer(portal, "Victim");
  service = await serviceNamed(portal, victim.bearer, "SEO Content Writing");
  const form = new FormData();
  form.set("file", aFile(pdfBytes(), "brief.pdf"));
  file = (await portal.api("POST", "/upload", { bearer: victim.bearer, body: form })).json.url;
  const { orderSystemId: order } = await buy(portal, victim.bearer, service, {
    fileUploadUrl: file,
    projectPackageData: answersFor(service, service.serviceOptions[0]!.serviceOptionId, OWN_WORDS),
  });
  const unpaidOrder = (await place(portal, victim.bearer, service)).orderSystemId;
  const [manager, admin, superAdmin] = await Promise.all(
    ["manager", "admin", "superadmin"].map(async (name) => (await portal.tokens(`${name}@example.com`)).jwtToken),
  );
  bearers = {
    owner: victim.bearer,
    other: (await aBuyer(portal, "Stranger")).bearer,
    nobody: undefined,
    Manager: manager,
    Admin: admin,
    SuperAdmin: superAdmin,
  };
  cookies = {
    owner: await portal.cookie(victim.email, BUYER_PASSWORD),
    other: await portal.cookie("customer@example.com"),
    nobody: "",
    Manager: await portal.cookie("manager@example.com"),
    Admin: await portal.cookie("admin@example.com"),
    SuperAdmin: await portal.cookie("superadmin@example.com"),
  };
  await portal.api("POST", "/order/details", {
    bearer: superAdmin,
    body: { _id: order, status: "Working", orderNotes: "Margin is thin." },
  });
  const delivery = new FormData();
  delivery.set("id", order);
  delivery.set("files", aFile(pdfBytes(), "report.pdf"));
  const [report] = (await portal.api("POST", "/order/reports", { bearer: manager, body: delivery })).json;
  reportFile = report.url;
  for (const [bearer, messageType] of [
    [victim.bearer, "Customer"],
    [manager, "Admin"],
  ])
    await portal.api("POST", "/order/messages", { bearer, body: { orderId: order, messageType, body: OWN_WORDS } });
  const stored = (await portal.api("GET", `/order/details?id=${order}`, { bearer: superAdmin })).json;
  const found = await portal.api("POST", "/order/find", { bearer: superAdmin, body: { pageSize: 100 } });
  const visible = (await portal.api("GET", "/service/visible", { bearer: victim.bearer })).json as { _id: string }[];
  const hidden = (found.json.content as { serviceId: string }[]).find(
    ({ serviceId }) => !visible.some((one) => one._id === serviceId),
  );
  ids = {
    order,
    unpaidOrder,
    invoice: stored.invoiceId,
    notification: (await portal.api("GET", "/notification", { bearer: victim.bearer })).json[0]._id,
    client: victim.id,
    entry: stored.projectPackageData[0].values[0].id,
    hiddenService: hidden!.serviceId,
    report: report.id,
  };
}, 240_000);
afterAll(() => portal?.remove());

/** The victim's rows as read by a super admin and by the victim. */
async function victimRows() {
  const asStaff = (path: string) => portal.api("GET", path, { bearer: bearers.SuperAdmin });
  const answers = await Promise.all([
    asStaff(`/order/details?id=${ids.order}`),
    asStaff(`/order/details?id=${ids.unpaidOrder}`),
    asStaff(`/order/history?id=${ids.order}`),
    asStaff(`/order/history?id=${ids.unpaidOrder}`),
    asStaff(`/order/invoice?id=${ids.order}`),
    asStaff(`/checkout/projectDetails?id=${ids.order}`),
    asStaff(`/user/detail/${ids.client}`),
    asStaff(`/order/reports?id=${ids.order}`),
    asStaff(`/order/messages?orderId=${ids.order}&messageType=Customer`),
    asStaff(`/order/messages?orderId=${ids.order}&messageType=Admin`),
    portal.api("GET", "/notification", { bearer: victim.bearer }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return answers.map(({ json }) => json);
}

const ask = (who: Person, method: string, path: string, body?: unknown) =>
  portal.api(method, path, { bearer: bearers[who], body });

/** Statuses of a read in the order of `people`. */
const reads: [path: () => string, ...statuses: number[]][] = [
  [() => `/order/details?id=${ids.order}`, 200, 404, 401, 200, 200, 200],
  [() => `/order/metaData?id=${ids.order}`, 200, 404, 401, 200, 200, 200],
  [() => `/order/history?id=${ids.order}`, 403, 403, 401, 200, 200, 200],
  [() => `/order/invoice?id=${ids.order}`, 200, 404, 401, 200, 200, 200],
  [() => `/order/invoice/detail?invoiceId=${ids.invoice}`, 200, 404, 401, 200, 200, 200],
  [() => `/checkout/order?id=${ids.order}`, 200, 404, 401, 403, 403, 403],
  [() => `/checkout/order?id=${ids.unpaidOrder}`, 200, 404, 401, 403, 403, 403],
  [() => `/checkout/projectDetails?id=${ids.order}`, 200, 404, 401, 200, 200, 200],
  [() => `/order/reports?id=${ids.order}`, 200, 404, 401, 200, 200, 200],
  [() => `/order/messages?orderId=${ids.order}&messageType=Customer`, 200, 404, 401, 200, 200, 200],
  [() => `/order/messages?orderId=${ids.order}&messageType=Admin`, 403, 403, 401, 200, 200, 200],
  [() => `/order/spp-messages?orderId=${ids.order}`, 200, 404, 401, 200, 200, 200],
  [() => `/user/detail/${ids.client}`, 200, 404, 401, 200, 200, 200],
  [() => `/service/details?id=${ids.hiddenService}`, 404, 404, 401, 200, 200, 200],
  [() => `/service/serviceOptions?id=${ids.hiddenService}`, 404, 404, 401, 200, 200, 200],
  // A hidden service is still for sale by its link (rules.md catalogue/hidden).
  [() => `/service/fullDetail?id=${ids.hiddenService}`, 200, 200, 200, 200, 200, 200],
];

test("only the roles of the access table can read each id", async () => {
  for (const [path, ...expected] of reads) {
    const answers = await Promise.all(people.map((who) => ask(who, "GET", path())));
    expect([path(), ...answers.map(({ status }) => status)]).toEqual([path(), ...expected]);
    for (const [index, answer] of answers.entries())
      if (expected[index] !== 200) expect(Object.keys(answer.json)).toEqual(["message"]);
  }
});

test("customers never find a hidden service, not even by its id", async () => {
  for (const who of ["owner", "other"] as const) {
    expect((await ask(who, "GET", `/service/visible/fullDetail?id=${ids.hiddenService}`)).json).toEqual([]);
    for (const path of ["/service/visible", "/service/visible/fullDetail"])
      expect((await ask(who, "GET", path)).text).not.toContain(ids.hiddenService);
  }
});

test("refuses writes to another customer's rows and leaves them unchanged", async () => {
  const before = await victimRows();
  const packageId = service.serviceOptions[0]!.serviceOptionId;
  const projectPackageData = [
    { packageId, values: [{ id: ids.entry, items: [{ id: service.intakeItems[0]!.serviceIntakeId, value: "mine" }] }] },
  ];
  const writes: [method: string, path: string, body: unknown, other: number, staff: number | null][] = [
    [
      "POST",
      "/order/details",
      { _id: ids.order, status: "Completed", orderNotes: "x", clientId: "me", projectPackageData },
      404,
      null,
    ],
    ["POST", "/checkout/projectDetails", { orderId: ids.order, projectPackageData }, 404, 409],
    ["POST", "/checkout/projectDetails", { orderId: ids.order, projectPackageData: [] }, 404, null],
    ["POST", "/checkout/complete", { orderId: ids.unpaidOrder }, 404, 403],
    ["POST", "/order/export", {}, 403, null],
    ["POST", "/order/manual", { clientId: ids.client, totalPrice: 0 }, 403, 400],
    ["PUT", `/notification?id=${ids.notification}`, {}, 404, 404],
    ["POST", "/order/messages", { orderId: ids.order, messageType: "Customer", body: "mine" }, 404, null],
    ["POST", "/order/messages", { orderId: ids.order, messageType: "Admin", body: "mine" }, 403, null],
    ["DELETE", `/order/reports?id=${ids.order}&reportId=${ids.report}`, undefined, 403, null],
    // A report that belongs to another order.
    ["DELETE", `/order/reports?id=${ids.unpaidOrder}&reportId=${ids.report}`, undefined, 403, 404],
  ];
  const refund = { id: ids.order, amount: 1, reason: "mine" };
  for (const [who, status] of [
    ["owner", 403],
    ["other", 403],
    ["nobody", 401],
    ["Manager", 403],
  ] as const)
    expect([who, (await ask(who, "POST", "/order/refund", refund)).status]).toEqual([who, status]);
  const deleted = [{ packageId, values: [{ id: ids.entry, items: [], deleted: true }] }];
  writes.push(["POST", "/order/details", { _id: ids.order, projectPackageData: deleted }, 404, 409]);
  for (const [method, path, body, other, staff] of writes) {
    const said = async (who: Person) => [path, who, (await ask(who, method, path, body)).status];
    expect(await said("other")).toEqual([path, "other", other]);
    expect(await said("nobody")).toEqual([path, "nobody", 401]);
    const [, forged] = [path, await portal.api(method, path, { bearer: "forged.bearer.token", body })];
    expect([path, forged.status]).toEqual([path, 401]);
    if (staff !== null)
      for (const who of ["Manager", "Admin", "SuperAdmin"] as const)
        expect(await said(who)).toEqual([path, who, staff]);
  }
  expect(await victimRows()).toEqual(before);
});

test("only a subscription's customer and staff can use it", async () => {
  const subscriber = await aBuyer(portal, "Subscriber");
  const recurring = await serviceNamed(portal, subscriber.bearer, "Local SEO Management");
  await buy(portal, subscriber.bearer, recurring, { paymentType: "SUBSCRIPTION" });
  const mine = () => portal.api("GET", "/subscription/mine", { bearer: subscriber.bearer });
  const before = (await mine()).json;
  const { id } = before[0];
  const filter = { filterFields: [{ key: "clientId", searchOperation: "eq", value: subscriber.id }] };
  for (const [method, path, body, ...expected] of [
    // other, nobody, Manager, Admin, SuperAdmin
    ["POST", "/subscription/find", filter, 403, 401, 200, 200, 200],
    ["PUT", `/subscription/cancel?id=${id}`, undefined, 403, 401],
    ["PUT", `/subscription/chargeNow?id=${id}`, undefined, 403, 401],
    ["POST", "/subscription/card", { id }, 404, 401, 403, 403, 403],
    ["POST", "/subscription/card", { id, setupIntentId: "seti_invented" }, 404, 401, 403, 403, 403],
    ["GET", "/subscription/mine", undefined, 200, 401, 403, 403, 403],
    ["PUT", "/subscription/cancel?id=nobody", undefined, 403, 401, 404, 404, 404],
    ["PUT", "/subscription/chargeNow?id=nobody", undefined, 403, 401, 404, 404, 404],
  ] as [string, string, unknown, ...number[]][])
    for (const [index, status] of expected.entries()) {
      const who = people[index + 1]!;
      expect([path, who, (await ask(who, method, path, body)).status]).toEqual([path, who, status]);
    }
  expect((await ask("other", "GET", "/subscription/mine")).text).not.toContain(id);
  for (const path of [`/subscriptions/mine/${encodeId(id)}/card`, `/subscriptions/mine/${encodeId(id)}/cancel`])
    expect([path, (await portal.get(path, { Cookie: cookies.other })).status]).toEqual([path, 404]);
  for (const path of [
    "/subscriptions",
    `/subscriptions/${encodeId(id)}/cancel`,
    "/subscriptions/health",
    "/settings/health",
  ])
    expect([path, (await portal.get(path, { Cookie: cookies.other })).location]).toEqual([path, "/"]);
  expect((await portal.get(`/card/${encodeId(id)}/1/${Date.now() + 1e9}/forged`)).status).toBe(404);
  expect((await mine()).json).toEqual(before);
  // A repeated click charges once; then the subscription ends once.
  const manager = (method: string, path: string) => ask("Manager", method, path);
  const charges = await Promise.all([1, 2].map(() => manager("PUT", `/subscription/chargeNow?id=${id}&cycle=2`)));
  expect(charges.map(({ status }) => status)).toEqual([200, 200]);
  expect(charges.some(({ json }) => json.message === "Subscription charged successfully")).toBe(true);
  expect((await mine()).json[0].currentCycle).toBe(2);
  expect((await manager("PUT", `/subscription/cancel?id=${id}`)).json).toMatchObject({
    status: "Cancelled",
    message: "Subscription canceled successfully",
  });
  for (const call of ["cancel", "chargeNow"])
    expect([call, (await manager("PUT", `/subscription/${call}?id=${id}`)).status]).toEqual([call, 409]);
}, 60_000);

test("coupons, announcements, creatives and reports follow the access table", async () => {
  const form = new FormData();
  form.set("kind", "announcementImage");
  form.set("file", aFile(pngBytes(), "banner.png"));
  const imageUrl = (await portal.api("POST", "/upload", { bearer: bearers.Manager, body: form })).json.url;
  const announcement = (
    await ask("Manager", "POST", "/announcement", {
      name: "Hidden",
      description: "Not visible yet",
      imageUrl,
      linkUrl: "https://example.com/x",
      visible: false,
    })
  ).json;
  const creative = (
    await ask("Manager", "POST", "/creative", {
      name: "Old",
      url: "https://example.com/x",
      creativeStatus: "INACTIVE",
      validity: "2099-01-01",
    })
  ).json;
  const coupon = (
    await ask("Manager", "POST", "/coupon", {
      code: "HERON50",
      type: "PERCENTAGE",
      discount: 50,
      status: "ACTIVE",
      serviceIds: [service._id],
      description: OWN_WORDS,
    })
  ).json;
  for (const [method, path, body, ...expected] of [
    // owner, other, nobody, Manager, Admin, SuperAdmin
    ["GET", `/coupon/detail?id=${coupon._id}`, undefined, 403, 403, 401, 200, 200, 200],
    ["GET", "/coupon/detail?id=nobody", undefined, 403, 403, 401, 404, 404, 404],
    ["POST", "/coupon/find", {}, 403, 403, 401, 200, 200, 200],
    ["POST", "/coupon", { ...coupon, discount: 100 }, 403, 403, 401],
    ["DELETE", `/coupon?id=${coupon._id}`, undefined, 403, 403, 401],
    ["GET", `/announcement/detail?id=${announcement._id}`, undefined, 403, 403, 401, 200, 200, 200],
    ["POST", "/announcement/find", {}, 403, 403, 401, 200, 200, 200],
    ["GET", "/announcement/visible", undefined, 200, 200, 401, 200, 200, 200],
    ["POST", "/announcement", { ...announcement, name: "Mine" }, 403, 403, 401],
    ["DELETE", `/announcement?id=${announcement._id}`, undefined, 403, 403, 401],
    ["GET", `/creative/detail?id=${creative._id}`, undefined, 404, 404, 401, 200, 200, 200],
    ["POST", "/creative/find", {}, 200, 200, 401, 200, 200, 200],
    ["POST", "/creative", { ...creative, name: "Mine" }, 403, 403, 401],
    ["DELETE", `/creative?id=${creative._id}`, undefined, 403, 403, 401],
    ...["agents", "clients", "newClients", "compare"].map((report) => [
      ...["GET", `/admin/report/${report}`, undefined],
      ...[403, 403, 401, 403, 200, 200],
    ]),
  ] as [string, string, unknown, ...number[]][])
    for (const [index, status] of expected.entries()) {
      const who = people[index]!;
      expect([path, who, (await ask(who, method, path, body)).status]).toEqual([path, who, status]);
    }
  for (const who of ["owner", "other"] as const) {
    expect((await ask(who, "GET", "/announcement/visible")).text).not.toContain(announcement._id);
    expect((await ask(who, "POST", "/creative/find", { pageSize: 100 })).text).not.toContain(creative._id);
  }
  // Announcement images are public.
  expect((await portal.get(imageUrl)).status).toBe(200);
  const detail = (path: string, id: string) => ask("Admin", "GET", `${path}?id=${id}`);
  expect((await detail("/coupon/detail", coupon._id)).json).toEqual(coupon);
  for (const path of ["/coupons", `/coupons/${encodeId(coupon._id)}`, `/coupons/${encodeId(coupon._id)}/delete`])
    expect([path, (await portal.get(path, { Cookie: cookies.other })).location]).toEqual([path, "/"]);
  expect((await detail("/announcement/detail", announcement._id)).json).toEqual(announcement);
  expect((await detail("/creative/detail", creative._id)).json).toEqual(creative);
  const dismiss = `/announcements/${encodeId(announcement._id)}/dismiss`;
  expect((await portal.get(dismiss, { Cookie: cookies.Manager })).location).toBe("/");
  // Dismissing an announcement that was hidden in between redirects home like any other.
  const answer = await portal.post(dismiss, { pressed: "" }, { Cookie: cookies.other });
  expect([answer.status, answer.location]).toEqual([303, "/"]);
});

test("a customer's list returns own orders only, whatever the filter", async () => {
  const filter = (key: string, searchOperation: string, value: unknown) => ({
    filterFields: [{ key, searchOperation, value }],
    pageSize: 100,
  });
  for (const body of [
    filter("clientId", "eq", ids.client),
    filter("clientName", "like", "Victim"),
    { pageSize: 100 },
    { pageSize: 100, clientId: ids.client },
    filter("serviceId", "eq", service._id),
    filter("status", "in", ["Working", "Abandoned_Checkout"]),
  ]) {
    const answer = await ask("other", "POST", "/order/find", body);
    expect([200, 400]).toContain(answer.status);
    for (const id of [ids.order, ids.unpaidOrder, ids.client]) expect(answer.text).not.toContain(id);
    expect((await ask("nobody", "POST", "/order/find", body)).status).toBe(401);
  }
  const number = (await ask("SuperAdmin", "GET", `/order/details?id=${ids.order}`)).json.orderId;
  expect((await ask("other", "POST", "/order/find", filter("orderId", "eq", String(number)))).json).toEqual({
    content: [],
    totalElements: 0,
  });
  const own = await ask("owner", "POST", "/order/find", filter("clientId", "eq", "other"));
  expect(own.json.totalElements).toBe(2);
});

test("malformed and unknown ids answer 400 or 404, never a fault", async () => {
  const hostile = [
    "nobody",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "../../etc/passwd",
    "' or '1'='1",
    "\u0000",
    "a".repeat(65),
    "null",
    "-1",
    "{}",
    "%",
    encodeId(ids.order),
    ids.order.toLowerCase(),
    `${ids.order} `,
  ];
  const addresses: [who: Person, path: (id: string) => string][] = [
    ["SuperAdmin", (id) => `/order/details?id=${id}`],
    ["SuperAdmin", (id) => `/order/metaData?id=${id}`],
    ["SuperAdmin", (id) => `/order/invoice?id=${id}`],
    ["SuperAdmin", (id) => `/order/invoice/detail?invoiceId=${id}`],
    ["SuperAdmin", (id) => `/user/detail/${id}`],
    ["SuperAdmin", (id) => `/service/details?id=${id}`],
    ["SuperAdmin", (id) => `/checkout/projectDetails?id=${id}`],
    ["owner", (id) => `/order/details?id=${id}`],
    ["owner", (id) => `/checkout/order?id=${id}`],
    ["owner", (id) => `/checkout/projectDetails?id=${id}`],
    ["nobody", (id) => `/service/fullDetail?id=${id}`],
  ];
  for (const [who, path] of addresses) {
    const asked = [
      ...hostile.map((id) => path(encodeURIComponent(id))),
      path(`${ids.order}&id=${ids.order}`),
      path(""),
    ];
    const answers = await Promise.all(asked.map((one) => ask(who, "GET", one)));
    for (const [index, { status, json }] of answers.entries()) {
      expect([asked[index], status]).toEqual([asked[index], status === 404 ? 404 : 400]);
      expect(json.message).toEqual(expect.any(String));
    }
  }
  const histories = await Promise.all(
    hostile.map((id) => ask("SuperAdmin", "GET", `/order/history?id=${encodeURIComponent(id)}`)),
  );
  for (const { status } of histories) expect([400, 404]).toContain(status);
  for (const body of [{ orderId: 7 }, { orderId: [ids.order] }, { orderId: { $ne: "" } }, {}, { orderId: "" }])
    expect((await ask("owner", "POST", "/checkout/complete", body)).status).toBe(400);
});

const boughtPackage = () => service.serviceOptions[0]!.serviceOptionId;

/** Statuses of a page in the order of `people`; 303 redirects to sign-in or home. */
const shownPages: [path: () => string, ...statuses: number[]][] = [
  [() => `/orders/${encodeId(ids.order)}`, 200, 404, 303, 200, 200, 200],
  [() => `/orders/${encodeId(ids.unpaidOrder)}/pay`, 200, 404, 303, 303, 303, 303],
  [() => `/orders/${encodeId(ids.order)}?tab=reports&thread=admin`, 200, 404, 303, 200, 200, 200],
  [() => `/orders/${encodeId(ids.order)}/talk?thread=admin`, 200, 404, 303, 200, 200, 200],
  [() => `/orders/${encodeId(ids.order)}/reports/${encodeId(ids.report)}/delete`, 303, 303, 303, 200, 200, 200],
  [() => `/orders/${encodeId(ids.unpaidOrder)}/reports/${encodeId(ids.report)}/delete`, 303, 303, 303, 404, 404, 404],
  [() => `/orders/${encodeId(ids.order)}/cancel`, 303, 303, 303, 200, 200, 200],
  [() => `/orders/${encodeId(ids.order)}?tab=history`, 200, 404, 303, 200, 200, 200],
  [() => `/orders/${encodeId(ids.order)}/refund`, 303, 303, 303, 303, 200, 200],
  [() => `/orders/${encodeId(ids.order)}/entries/${encodeId(ids.entry)}`, 200, 404, 303, 200, 200, 200],
  [() => `/orders/${encodeId(ids.order)}/entries/${encodeId(ids.entry)}/delete`, 200, 404, 303, 200, 200, 200],
  [() => `/orders/${encodeId(ids.unpaidOrder)}/entries/${encodeId(ids.entry)}`, 404, 404, 303, 404, 404, 404],
  [() => `/orders/${encodeId(ids.order)}/packages/${encodeId(boughtPackage())}`, 200, 404, 303, 200, 200, 200],
  [() => `/orders/${encodeId(ids.order)}/packages/${encodeId(ids.order)}`, 404, 404, 303, 404, 404, 404],
  // The order is not cancelled, so a SuperAdmin is redirected to it.
  [() => `/orders/${encodeId(ids.order)}/reopen`, 303, 303, 303, 303, 303, 303],
  [() => `/inbox/${encodeId(ids.order)}`, 303, 303, 303, 200, 200, 200],
  [() => `/inbox/${encodeId(ids.hiddenService)}`, 303, 303, 303, 404, 404, 404],
  [() => "/orders/new", 303, 303, 303, 200, 200, 200],
  [() => `/orders/new?clientId=${ids.client}&clientSearch=Victim`, 303, 303, 303, 200, 200, 200],
  [() => "/orders/new/clients?text=Victim", 303, 303, 303, 200, 200, 200],
  [() => `/exports/${encodeId(ids.order)}`, 404, 404, 303, 404, 404, 404],
  [() => `/checkout/success?orderId=${encodeId(ids.order)}`, 200, 404, 303, 303, 303, 303],
  [() => `/services/${encodeId(ids.hiddenService)}/details`, 404, 404, 303, 200, 200, 200],
  [() => `/services/${encodeId(ids.hiddenService)}/checkout`, 200, 200, 200, 200, 200, 200],
  ...["", "/delete", "/checkout-url", "/link"].map((part): [() => string, ...number[]] => [
    () => `/services/${encodeId(ids.hiddenService)}${part}`,
    ...[303, 303, 303, 200, 200, 200],
  ]),
  ...["%00", "nobody", "!", "a".repeat(300), "bm9ib2R5", "Li4vLi4v"].flatMap((part): [() => string, ...number[]][] => [
    [() => `/orders/${part}`, 404, 404, 303, 404, 404, 404],
    [() => `/services/${part}/checkout`, 404, 404, 404, 404, 404, 404],
    [() => `/services/${part}`, 303, 303, 303, 404, 404, 404],
    [() => `/services/${part}/delete`, 303, 303, 303, 404, 404, 404],
  ]),
];

test("pages answer 404 for another's ids and for raw ids", async () => {
  const before = await victimRows();
  for (const [path, ...expected] of [
    ...shownPages,
    [() => `/orders/${ids.order}`, 404, 404, 303, 404, 404, 404] as (typeof shownPages)[number],
  ]) {
    const answers = await Promise.all(people.map((who) => portal.get(path(), { Cookie: cookies[who] })));
    expect([path(), ...answers.map(({ status }) => status)]).toEqual([path(), ...expected]);
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 303)
        expect(answer.location).toMatch(
          people[index] === "nobody" ? /^\/signin\?redirectUrl=/ : /^\/$|^\/orders\/[\w-]+$/,
        );
      // Resource routes have no page.
      if (answer.status === 404 && !path().includes("/talk"))
        expect(answer.text).toMatch(/404 \| Page not found|Invalid Order/);
      if (people[index] === "other") expect(answer.text).not.toContain(OWN_WORDS);
    }
  }
  expect(await victimRows()).toEqual(before);
});

test("page forms with another's ids change nothing", async () => {
  const before = await victimRows();
  const submit = (who: Person, path: string, fields: Record<string, string>) =>
    portal.post(path, fields, { Cookie: cookies[who] });
  const order = `/orders/${encodeId(ids.order)}`;
  const fields = { version: "1", status: "Completed", assignedToId: "none", notes: "mine" };
  for (const [path, sent, other] of [
    [order, fields, 303],
    [`${order}?do=message`, { thread: "Customer", body: "mine" }, 404],
    [`${order}/talk?do=message`, { thread: "Customer", body: "mine" }, 404],
    [`${order}/talk?do=message`, { thread: "Admin", body: "mine" }, 403],
    [`${order}?do=approve`, {}, 404],
    [`${order}?do=changes`, { body: "mine" }, 404],
    [`${order}/talk?do=report`, { files: ids.report }, 403],
    [`${order}/talk?do=nothing`, {}, 404],
    [`${order}/reports/${encodeId(ids.report)}/delete`, {}, 303],
    [`${order}/cancel`, { reason: "mine" }, 303],
    [`${order}/reopen`, { reason: "mine" }, 303],
    [`${order}/refund`, { reason: "mine", amount: "1.00", version: "1", requestKey: "stranger-refund" }, 303],
    [`${order}/entries/${encodeId(ids.entry)}/delete`, { version: "1" }, 404],
    [`${order}/entries/${encodeId(ids.entry)}`, { manual: "true", version: "1" }, 404],
    [`${order}/packages/${encodeId(boughtPackage())}`, { manual: "true" }, 404],
    ["/orders/export", {}, 303],
    ["/orders/new", { clientId: ids.client, intent: "create" }, 303],
    [`/orders/${encodeId(ids.unpaidOrder)}/pay`, { with: "script" }, 404],
    [`/orders/${encodeId(ids.unpaidOrder)}/pay`, { intent: "complete" }, 404],
    [`/checkout/success?orderId=${encodeId(ids.order)}`, { manual: "1" }, 404],
    ["/notifications", { intent: "read", id: ids.notification }, 404],
  ] as const) {
    const [stranger, nobody] = [await submit("other", path, sent), await submit("nobody", path, sent)];
    expect([path, stranger.status, nobody.status]).toEqual([path, other, 303]);
    expect(nobody.location).toMatch(/^\/signin/);
    expect(stranger.text).not.toContain(OWN_WORDS);
  }
  expect(await victimRows()).toEqual(before);
});

test("another customer's file is not found and cannot be reused", async () => {
  for (const path of [file, reportFile])
    for (const [who, status] of [
      ["owner", 200],
      ["other", 404],
      ["nobody", 404],
      ["Manager", 200],
      ["SuperAdmin", 200],
    ] as const) {
      const byBearer = await portal.ask("GET", path, { bearer: bearers[who] });
      const byCookie = await portal.get(path, { Cookie: cookies[who] });
      expect([who, byBearer.status, byCookie.status]).toEqual([who, status, status]);
      expect(byBearer.text.includes("%PDF")).toBe(status === 200);
    }
  const mine = await place(portal, bearers.other!, service);
  const before = await victimRows();
  const fileField = service.intakeItems.find(({ itemType }) => itemType === "FILE_UPLOAD")!.serviceIntakeId;
  const packageId = service.serviceOptions[0]!.serviceOptionId;
  const asAnswer = [{ packageId, values: [{ items: [{ id: fileField, value: file }] }] }];
  for (const [address, body] of [
    ["/checkout/order", aPlacement(service, { fileUploadUrl: file })],
    ["/checkout/order", aPlacement(service, { fileUploadUrl: portal.siteUrl + file })],
    ["/checkout/order", aPlacement(service, { projectPackageData: asAnswer })],
    ["/checkout/projectDetails", { orderId: mine.orderSystemId, fileUploadUrl: file }],
    ["/checkout/projectDetails", { orderId: mine.orderSystemId, projectPackageData: asAnswer }],
    ["/order/details", { _id: mine.orderSystemId, fileUploadUrl: file }],
  ] as const)
    expect([address, (await ask("other", "POST", address, body)).status]).toEqual([address, 400]);
  expect((await portal.ask("GET", file, { bearer: bearers.other })).status).toBe(404);
  expect(await victimRows()).toEqual(before);
});

test("files are served as downloads or images and never sniffed", async () => {
  const keep = async (who: Person, content: File, kind: string) => {
    const form = new FormData();
    form.set("file", content);
    form.set("kind", kind);
    const answer = await portal.api("POST", "/upload", { bearer: bearers[who], body: form });
    expect([kind, answer.status]).toEqual([kind, 200]);
    return answer.json.url as string;
  };
  const kept: [url: string, who: Person, type: string, disposition: RegExp][] = [
    [file, "owner", "application/pdf", /^attachment; filename="brief\.pdf"/],
    [
      await keep("owner", aFile(xlsxBytes(), 'plan";\r\n.xlsx'), "projectFile"),
      "owner",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      /^attachment; filename="[\w;.]+\.xlsx"; filename\*=UTF-8''[\w%.]+$/,
    ],
    [await keep("Manager", aFile(pngBytes(), "a.png"), "serviceImage"), "nobody", "image/png", /^inline; /],
    [await keep("owner", aFile(jpegBytes(), "me.jpg"), "profilePhoto"), "owner", "image/jpeg", /^inline; /],
  ];
  for (const [url, who, type, disposition] of kept) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await portal.ask(method, url, { bearer: bearers[who] });
      expect([url, answer.status, answer.headers.get("Content-Type")]).toEqual([url, 200, type]);
      expect(answer.headers.get("Content-Disposition")).toMatch(disposition);
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(answer.headers.get("Content-Security-Policy")).toMatch(/^sandbox;.*default-src 'none'/);
      expect(answer.headers.get("Cache-Control")).toBe(
        type === "image/png" ? "public, max-age=86400" : "private, no-store",
      );
    }
    for (const method of ["POST", "PUT", "DELETE"])
      expect((await portal.ask(method, url, { bearer: bearers[who], body: "x" })).status).toBe(405);
  }
  const [photo] = kept[3]!;
  for (const who of ["other", "nobody"] as const)
    expect((await portal.ask("GET", photo, { bearer: bearers[who] })).status).toBe(404);
  const key = file.slice("/files/".length);
  for (const wrong of [
    "/files/",
    "/files/x",
    `/files/${key.slice(0, -1)}`,
    `/files/${key}x`,
    `/files/${key}/`,
    `/files/%2e%2e/${key}`,
    `/files/${key}%00`,
    `/files/${"A".repeat(32)}`,
    `/files/${key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase()}`,
  ])
    expect([wrong, (await portal.ask("GET", wrong, { bearer: bearers.owner })).status]).toEqual([wrong, 404]);
});
