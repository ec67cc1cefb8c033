import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId } from "~/paths";
import { readSheet } from "../support/readSheet";
import { type RunningPortal, startPortal } from "../support/runningPortal";

/** Pages and API calls of the affiliate programme by role, on the seeded portal. */
const people = ["affiliate", "customer", "nobody", "manager", "admin", "superadmin"] as const;
type Person = (typeof people)[number];

interface Wire {
  _id: string;
  orderId: number;
  orderBySystemId: string;
  refereeClientId: string;
  referrerClientId: string;
  amount: number;
  status: string;
  kind: string;
  voidedTime: string | null;
}

let portal: RunningPortal;
let bearers: Record<Person, string | undefined>;
let cookies: Record<Person, string>;
let all: Wire[];
beforeAll(async () => {
  portal = await startPortal();
  const signedIn = people.filter((who) => who !== "nobody");
  const entries = await Promise.all(
    signedIn.map(async (who) => {
      const email = `${who}@example.com`;
      return [who, (await portal.tokens(email)).jwtToken, await portal.cookie(email)] as const;
    }),
  );
  bearers = { nobody: undefined, ...Object.fromEntries(entries.map(([who, bearer]) => [who, bearer])) } as never;
  cookies = { nobody: "", ...Object.fromEntries(entries.map(([who, , cookie]) => [who, cookie])) } as never;
  all = (await ask("manager", "POST", "/commissions/find", { pageSize: 100 })).json.content;
}, 240_000);
afterAll(() => portal?.remove());

const ask = (who: Person, method: string, path: string, body?: unknown) =>
  portal.api(method, path, { bearer: bearers[who], body });
const page = (who: Person, path: string) => portal.get(path, { Cookie: cookies[who] });
const one = (test: (row: Wire) => boolean) => all.find(test)!;
const by = (key: string, searchOperation: string, value: unknown) => ({
  pageSize: 100,
  filterFields: [{ key, searchOperation, value }],
});

test("the seed contains commissions in every status and a payout", async () => {
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["CREATED", "APPROVED", "PAID"]));
  expect(all.some(({ voidedTime }) => voidedTime !== null)).toBe(true);
  expect(one(({ kind }) => kind === "reversal").amount).toBeLessThan(0);
});

test("answers each call by role; customers see own commissions only", async () => {
  const none = { commissionIds: ["NOBODY"], newStatus: "APPROVED" };
  for (const [method, path, body, ...expected] of [
    ["POST", "/commission/find", {}, 200, 200, 401, 200, 200, 200],
    ["POST", "/commissions/find", {}, 200, 200, 401, 200, 200, 200],
    ["POST", "/commissions/export", {}, 403, 403, 401, 200, 200, 200],
    ["POST", "/affiliates/find", {}, 403, 403, 401, 200, 200, 200],
    ["POST", "/affiliates/export", {}, 403, 403, 401, 200, 200, 200],
    ["PUT", "/commissions", none, 403, 403, 401, 200, 200, 200],
  ] as [string, string, unknown, ...number[]][]) {
    const answers = await Promise.all(people.map((who) => ask(who, method, path, body)));
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, ...expected]);
  }
  for (const body of [
    { pageSize: 100 },
    by("referrerClientId", "eq", "other"),
    by("status", "in", ["CREATED", "PAID", "APPROVED"]),
  ]) {
    const own = (await ask("affiliate", "POST", "/commission/find", body)).json.content as Wire[];
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ status, voidedTime }) => status !== "CREATED" && voidedTime === null)).toBe(true);
    expect((await ask("customer", "POST", "/commission/find", body)).json).toEqual({ content: [], totalElements: 0 });
  }
  for (const body of [by("password", "like", "x"), { sortBy: "amount" }, { pageSize: 101 }])
    expect((await ask("manager", "POST", "/commissions/find", body)).status).toBe(400);
});

test("pages are for staff, except one's own commission and statement", async () => {
  const paid = one(({ status, kind }) => status === "PAID" && kind === "earned");
  const created = one(({ status, voidedTime }) => status === "CREATED" && voidedTime === null);
  const at = (row: Wire) => `/commissions/${encodeId(row._id)}`;
  for (const path of ["/commissions", "/affiliates", "/commissions/payouts", "/commissions/payouts/new"]) {
    const answers = await Promise.all(people.map((who) => page(who, path)));
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 303, 303, 303, 200, 200, 200]);
    expect(answers.slice(0, 2).map(({ location }) => location)).toEqual(["/", "/"]);
  }
  const settings = await Promise.all(people.map((who) => page(who, "/affiliates/settings")));
  expect(settings.map(({ status }) => status)).toEqual([303, 303, 303, 303, 200, 200]);
  const statuses = async (path: string) =>
    (await Promise.all(people.map((who) => page(who, path)))).map(({ status }) => status);
  expect(await statuses(at(paid))).toEqual([200, 404, 303, 200, 200, 200]);
  expect(await statuses(at(created))).toEqual([404, 404, 303, 200, 200, 200]);
  expect(await statuses("/commissions/bm9ib2R5")).toEqual([404, 404, 303, 404, 404, 404]);
  const list = (await page("manager", "/commissions/payouts")).text;
  const payout = /\/commissions\/payouts\/([\w-]{20,})/.exec(list)![1]!;
  const statement = `/commissions/payouts/${payout}/statements/${encodeId(paid.referrerClientId)}`;
  expect(await statuses(statement)).toEqual([200, 404, 303, 200, 200, 200]);
  expect(await statuses(`/commissions/payouts/${payout}`)).toEqual([303, 303, 303, 200, 200, 200]);
  const pdf = await page("affiliate", statement);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(pdf.text.startsWith("%PDF-1.7")).toBe(true);
  const sheet = await fetch(`${portal.base}${statement}?format=xlsx`, { headers: { Cookie: cookies.affiliate } });
  const rows = readSheet(new Uint8Array(await sheet.arrayBuffer()));
  expect(rows[0]).toContain("Commission Amount");
  expect(rows.at(-1)).toContain("Total");
  expect((await page("affiliate", "/affiliate/payouts")).text.includes("/statements/")).toBe(true);
  const detail = (await page("affiliate", at(paid))).text;
  expect(detail.includes("before the sign-up; clicks count for 90 days")).toBe(true);
});

test("a former affiliate still finds paid commissions", async () => {
  const { referrerClientId: id } = one(({ status }) => status === "PAID");
  const switchTo = async (affiliate: boolean) =>
    expect((await ask("manager", "PUT", `/user/detail/${id}`, { affiliate })).status).toBe(200);
  await switchTo(false);
  const closed = (await page("affiliate", "/affiliate")).text;
  await switchTo(true);
  expect(closed).toContain("not enabled for the affiliate programme");
  expect(closed).toContain('href="/affiliate/payouts"');
  expect((await page("customer", "/affiliate")).text).not.toContain('href="/affiliate/payouts"');
});

test("page and API set a status alike and count the skipped rows", async () => {
  const held = one(({ status, voidedTime }) => status === "CREATED" && voidedTime === null);
  const gone = one(({ voidedTime }) => voidedTime !== null);
  const paid = one(({ status }) => status === "PAID");
  const put = (who: Person, body: object) => ask(who, "PUT", "/commissions", body);
  const ids = [held, gone, paid].map(({ _id }) => _id);
  expect((await put("manager", { commissionIds: ids, newStatus: "APPROVED" })).json).toEqual({
    message:
      "Nothing was updated. 0 updated, 3 skipped: 1 void, 1 still in the holding period, 1 already further along, which only a super admin can reverse",
    updated: 0,
    skipped: { voided: 1, holding: 1, backward: 1 },
  });
  expect((await put("superadmin", { commissionIds: [paid._id], newStatus: "APPROVED" })).json.skipped).toEqual({
    noReason: 1,
  });
  const taken = { commissionIds: [paid._id, gone._id], newStatus: "APPROVED", reason: "It bounced" };
  expect((await put("superadmin", taken)).json).toMatchObject({
    message: "Updated successfully. 1 updated, 1 skipped: 1 void",
    updated: 1,
  });
  expect((await put("manager", { commissionIds: [], newStatus: "PAID" })).json.fieldErrors).toEqual({
    commissionIds: ["Choose at least one commission"],
  });
  expect((await put("manager", { commissionIds: [paid._id] })).json.fieldErrors).toEqual({
    newStatus: ["Choose a new status"],
  });
  const Cookie = cookies.manager;
  const refused = await portal.post(
    `/commissions?index&orderId=${paid.orderId}`,
    { commission: paid._id, newStatus: "" },
    { Cookie },
  );
  expect(refused.status).toBe(400);
  expect(refused.text.includes("Choose a new status")).toBe(true);
  const boxes = refused.text.match(/<input type="checkbox"[^>]*>/g) ?? [];
  expect(boxes.filter((box) => box.includes(paid._id) && box.includes("checked"))).toHaveLength(1);
  const unexplained = await portal.post(
    `/commissions?index&orderId=${one(({ status }) => status === "APPROVED").orderId}`,
    { commission: one(({ status }) => status === "APPROVED")._id, newStatus: "CREATED", reason: "" },
    { Cookie: cookies.superadmin },
  );
  expect([unexplained.status, unexplained.text.includes("which needs a reason to reverse")]).toEqual([400, true]);
  expect(unexplained.text.match(/<input type="checkbox"[^>]*checked/g)).toHaveLength(1);
  const none = await portal.post("/commissions?index", { newStatus: "PAID" }, { Cookie });
  expect([none.status, none.text.includes("Choose at least one commission")]).toEqual([400, true]);
  const sent = await portal.post(
    "/commissions?index&status=APPROVED",
    { commission: paid._id, newStatus: "PAID" },
    { Cookie },
  );
  expect([sent.status, sent.location]).toEqual([303, "/commissions?status=APPROVED"]);
  const session = sent.cookies.length > 0 ? `${Cookie}; ${sent.cookies.join("; ")}` : Cookie;
  expect((await portal.get("/commissions?status=APPROVED", { Cookie: session })).text).toContain(
    "Updated successfully",
  );
});

test("an affiliate reads why a commission is less than its share", async () => {
  const bearer = { bearer: bearers.superadmin };
  const earned = (status: string) => one((row) => row.status === status && row.kind === "earned" && !row.voidedTime);
  const order = async ({ orderBySystemId: id }: Wire) =>
    (await portal.api("GET", `/order/details?id=${id}`, bearer)).json as { _id: string; version: number };
  const submit = async (row: Wire, dialog: "cancel" | "reopen") => {
    const { _id, version } = await order(row);
    const fields = { version: String(version), reason: "A mistake" };
    await portal.post(`/orders/${encodeId(_id)}/${dialog}`, fields, { Cookie: cookies.superadmin });
  };
  const paid = earned("PAID");
  // A completed order must be reopened before it can be cancelled.
  const again = { _id: paid.orderBySystemId, status: "Working" };
  expect((await portal.api("POST", "/order/details", { ...bearer, body: again })).status).toBe(200);
  await submit(paid, "cancel");
  await submit(paid, "reopen");
  const own = (await page("affiliate", "/affiliate?tab=commissions")).text;
  expect(own).toMatch(/[^-]\$[\d,.]+<\/td>(?:(?!<\/tr>).)*Given back/s);
  expect(own).toMatch(/-\$[\d,.]+<\/td>(?:(?!<\/tr>).)*Taken back/s);

  const approved = earned("APPROVED");
  const { _id } = await order(approved);
  const refund = { id: _id, amount: 10, reason: "A part" };
  expect((await portal.api("POST", "/order/refund", { ...bearer, body: refund })).status).toBe(200);
  const detail = (await page("affiliate", `/commissions/${encodeId(approved._id)}`)).text;
  expect(detail).toMatch(/\d%, less what was refunded/);
});

test("an invalid minimum shows a message at its field and no figures", async () => {
  const { status, text } = await page("manager", "/commissions/payouts/new?until=2099-01-01&minimum=50.0055");
  expect(status).toBe(400);
  for (const part of ["Enter a minimum with at most two decimals", 'value="50.0055"'])
    expect([part, text.includes(part)]).toEqual([part, true]);
  expect(text).not.toContain("Pay out $");
});

test("refuses a stale or invalid settings form and keeps the input", async () => {
  const Cookie = cookies.admin;
  const save = (fields: Record<string, string>) => portal.post("/affiliates/settings", fields, { Cookie });
  const wrong = await save({ version: "1", holdingDays: "400", minimumPayout: "1.0055" });
  expect(wrong.status).toBe(400);
  for (const text of [
    "Enter a holding period between 0 and 365 days",
    "Enter a minimum with at most two decimals",
    'value="400"',
  ])
    expect([text, wrong.text.includes(text)]).toEqual([text, true]);
  expect((await save({ version: "1", holdingDays: "30", minimumPayout: "10" })).status).toBe(303);
  const stale = await save({ version: "1", holdingDays: "20", minimumPayout: "10" });
  expect([stale.status, stale.text.includes("This record was changed by someone else.")]).toEqual([409, true]);
  const manager = await portal.post(
    "/affiliates/settings",
    { version: "2", holdingDays: "0" },
    { Cookie: cookies.manager },
  );
  expect(manager.location).toBe("/");
});

test("exports contain the rows of the list, and accept a long filter", async () => {
  for (const [list, name] of [
    ["commissions", "Commissions"],
    ["affiliates", "Affiliates"],
  ] as const) {
    const listed = (await ask("manager", "POST", `/${list}/find`, { pageSize: 100 })).json;
    const answer = await fetch(`${portal.base}/api/${list}/export`, {
      method: "POST",
      headers: { Authorization: `Bearer ${bearers.manager}`, "Content-Type": "application/json" },
      body: "{}",
    });
    expect(answer.headers.get("content-disposition")).toMatch(new RegExp(`filename="${name}-\\d{8}-\\d{6}\\.xlsx"`));
    expect(readSheet(new Uint8Array(await answer.arrayBuffer()))).toHaveLength(listed.totalElements + 1);
  }
  const long = by("refereeClientName", "like", "a".repeat(250));
  expect([200, 400]).toContain((await ask("manager", "POST", "/commissions/find", long)).status);
});
