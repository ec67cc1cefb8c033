import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { paths } from "~/paths";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import { SEEDED, told } from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { mailThat, newPerson, type Person, seriousFindings, signInAs } from "../support/e2e";
import { tabTo } from "../support/keyboard";
import { test } from "../support/watchedTest";

type Call = (path: string, data: object) => Promise<Record<string, unknown> & { _id: string }>;

async function staffCalls(request: APIRequestContext): Promise<Call> {
  const { jwtToken } = await (await request.post("/api/user/signIn", { data: SEEDED.superAdmin })).json();
  return async (path, data) => {
    const answer = await request.post(`/api${path}`, { data, headers: { Authorization: `Bearer ${jwtToken}` } });
    expect(answer.status(), `${path} ${await answer.text()}`).toBe(200);
    return await answer.json();
  };
}

interface Tracked {
  order: { id: string; number: number };
  client: Person;
}

/** A new client with a paid order of `count` links. */
async function sellLinks(request: APIRequestContext, count: number, terms: object): Promise<Tracked> {
  const call = await staffCalls(request);
  const name = `Links ${crypto.randomUUID().slice(0, 8)}`;
  const { _id: serviceId } = await call("/service/serviceDetail", {
    name,
    paymentTypes: ["DIRECT"],
    visibility: false,
  });
  const sold = await call("/service/serviceOption", { serviceId, name: "Link", price: 100, tracked: true, ...terms });
  const client = newPerson();
  const { _id: clientId } = await call("/user/signUp", client);
  const order = await call("/order/manual", {
    clientId,
    serviceId,
    packageCounts: [{ packageId: sold.serviceOptionId, count }],
    paidDate: new Date().toISOString().slice(0, 10),
    transactionDetails: "Wire",
    totalPrice: count * 100,
  });
  return { order: { id: order._id, number: Number(order.orderId) }, client };
}

const rowsOf = (count: number, more = "") =>
  Array.from(
    { length: count },
    (_, n) => `https://client.example.com/page-${n + 1}${more}\tanchor ${n + 1}\tClient ${n % 3}`,
  );
/** The links of the tab in a state. On a phone a cell starts with the name of its column. */
const stateCount = (page: Page, state: string) =>
  page.getByRole("table", { name: "Placements" }).getByRole("cell", { name: new RegExp(`^(State )?${state}$`) });

/** Opens the order's tab as a person who is signed in already. */
async function openTab(page: Page, { order }: Tracked) {
  await page.goto(paths.order(order.id));
  await page.getByRole("main").getByRole("link", { name: "Placements", exact: true }).click();
  await expect(page.getByRole("table", { name: "Placements" })).toBeVisible();
}

async function paste(page: Page, rows: readonly string[]) {
  await page.getByRole("link", { name: "Paste rows" }).click();
  await page.getByRole("textbox", { name: "Rows" }).fill(rows.join("\n"));
  await asksBeforeLeaving(page, "placements/PasteRowsView");
  await page.getByRole("button", { name: "Preview" }).click();
}

/** A pasted list of staff's: sites or live addresses. */
async function pasteList(page: Page, button: string, lines: readonly string[], apply: string) {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("textbox", { name: "List" }).fill(lines.join("\n"));
  await asksBeforeLeaving(page, "placements/PastedListView");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: apply }).click();
}

test("twelve links: pasted with two mistakes, two sites declined, all live", async ({
  page,
  request,
  anotherBrowser,
  expectRefusal,
  javaScriptEnabled: script,
}) => {
  test.slow();
  expectRefusal(/placements/);
  // On a phone with script, on a desk without.
  const size = script ? { width: 390, height: 844 } : { width: 1280, height: 720 };
  await page.setViewportSize(size);
  const tracked = await sellLinks(request, 12, { approveSite: true });
  await signInAs(page, tracked.client);
  await openTab(page, tracked);
  await expect(page.getByRole("heading", { name: "0 of 12 ready" })).toBeVisible();

  const rows = rowsOf(12);
  await paste(page, [...rows.slice(0, 10), "not an address at all\tanchor 11", "http://127.0.0.1/admin\tanchor 12"]);
  await expect(page.getByText("Row 11: not a web address")).toBeVisible();
  await expect(page.getByText("Row 12: not a web address")).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply 10 of 12" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await expect(page.getByRole("textbox", { name: "Rows" })).toHaveValue(/not an address at all/);
  await page.getByRole("textbox", { name: "Rows" }).fill(rows.join("\n"));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Apply 12 of 12" }).click();
  await expect(page.getByRole("heading", { name: "12 of 12 ready" })).toBeVisible();
  await expect(stateCount(page, "Ready")).toHaveCount(12);

  const office = await (await anotherBrowser()).newPage();
  await office.setViewportSize(size);
  await signInAs(office, SEEDED.superAdmin);
  await openTab(office, tracked);
  const sites = Array.from({ length: 12 }, (_, n) => `site${n + 1}.example\t5${n % 10}\t40\t12k`);
  await pasteList(office, "Propose sites", sites, "Propose 12 of 12");
  await expect(stateCount(office, "Site to approve")).toHaveCount(12);
  expect(await seriousFindings(office)).toEqual([]);

  const numberOf = (n: number) => `${tracked.order.number}-${String(n).padStart(2, "0")}`;
  for (let n = 1; n <= 12; n++) {
    await openTab(page, tracked);
    await page.getByRole("link", { name: numberOf(n) }).click();
    await expect(page.getByText(`site${n}.example`).first()).toBeVisible();
    if (n > 2) {
      await page.getByRole("button", { name: "Accept" }).click();
      await expect(page.getByText("In progress").first()).toBeVisible();
      continue;
    }
    await page.getByRole("button", { name: "Decline" }).click();
    await expect(page.getByText("Tell us what to change").first()).toBeVisible();
    await page.getByLabel("Reason").fill("Not our topic");
    await asksBeforeLeaving(page, "placements/AnswerForm");
    await page.getByRole("button", { name: "Decline" }).click();
    await expect(page.getByText("Ready").first()).toBeVisible();
  }

  await openTab(office, tracked);
  await expect(stateCount(office, "In progress")).toHaveCount(10);
  await pasteList(office, "Propose sites", ["better1.example\t60", "better2.example\t61"], "Propose 2 of 2");
  await expect(stateCount(office, "Site to approve")).toHaveCount(2);
  for (const n of [1, 2]) {
    await openTab(page, tracked);
    await page.getByRole("link", { name: numberOf(n) }).click();
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("In progress").first()).toBeVisible();
  }
  await openTab(office, tracked);
  const live = Array.from(
    { length: 12 },
    (_, n) => `${numberOf(n + 1)}\thttps://${n < 2 ? "better" : "site"}${n + 1}.example/post`,
  );
  await pasteList(office, "Mark live", live, "Mark live 12 of 12");
  await expect(stateCount(office, "Live")).toHaveCount(12);
  await office.goto(paths.order(tracked.order.id));
  await office.getByLabel("Status", { exact: true }).selectOption("Working");
  await office.getByRole("button", { name: "Save", exact: true }).first().click();
  await told(office, "Order updated successfully");
  await office.getByLabel("Status", { exact: true }).selectOption("Completed");
  await office.getByRole("button", { name: "Save", exact: true }).first().click();
  await told(office, "Order updated successfully");

  await page.goto("/links");
  await expect(page.getByText(numberOf(12)).first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation").first()).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  expect(await seriousFindings(page)).toEqual([]);
});

for (const { width, on } of [
  { width: 1280, on: "on a desk" },
  { width: 390, on: "on a phone @script" },
]) {
  test(`one page for twelve links leaves eleven to fill in, ${on}`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 844 });
    const tracked = await sellLinks(request, 12, {});
    await signInAs(page, tracked.client);
    await openTab(page, tracked);
    await page.getByRole("link", { name: `${tracked.order.number}-01` }).click();
    await page.getByLabel("Target URL").fill("https://client.example.com/only");
    await asksBeforeLeaving(page, "placements/PlacementForm");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await told(page, "Link saved");
    await page.goto(paths.order(tracked.order.id));
    await expect(page.getByText("Inputs Required").first()).toBeVisible();
    await expect(page.getByText("11 links still need a page").first()).toBeVisible();
  });
}

test("the keyboard alone fills in the links of the tab @script", async ({ page, request, expectRefusal }) => {
  expectRefusal(/intent=cells/);
  const tracked = await sellLinks(request, 2, {});
  await signInAs(page, tracked.client, paths.order(tracked.order.id));
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Placements", exact: true }));
  await page.keyboard.press("Enter");
  const cell = (row: number, label: string) =>
    page
      .locator("tbody tr")
      .nth(row - 1)
      .getByLabel(label);
  await tabTo(page, cell(1, "Target of"));
  // Opens the cell, types and saves; the focus stays where it is.
  const write = async (row: number, label: string, text: string) => {
    await page.keyboard.press("Enter");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await expect(cell(row, label)).toHaveAccessibleName(new RegExp(text));
    await expect(cell(row, label)).toBeFocused();
  };
  await write(1, "Target of", "https://client.example.com/first");
  await page.keyboard.press("ArrowRight");
  await expect(cell(1, "Anchor of")).toBeFocused();
  await write(1, "Anchor of", "first anchor");
  await page.keyboard.press("ArrowDown");
  await expect(cell(2, "Anchor of")).toBeFocused();
  await write(2, "Anchor of", "second anchor");
  await page.keyboard.press("ArrowLeft");
  await expect(cell(2, "Target of")).toBeFocused();
  // A refused value stays, and Escape brings the stored one back.
  await page.keyboard.press("Enter");
  await page.keyboard.type("not a page");
  await page.keyboard.press("Enter");
  await expect(page.locator("tbody tr").nth(1).getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cell(2, "Target of")).toBeFocused();
  await write(2, "Target of", "https://client.example.com/second");
  await tabTo(page, cell(2, "Anchor of"));
  await page.reload();
  await expect(stateCount(page, "Ready")).toHaveCount(2);
});

test("staff bring thirty ready links to Completed in twelve actions @script", async ({ page, request }) => {
  const tracked = await sellLinks(request, 30, {});
  const call = await staffCalls(request);
  const rows = rowsOf(30).map((row) => {
    const [targetUrl, anchorText] = row.split("\t");
    return { targetUrl, anchorText };
  });
  await call("/placement/import", { orderId: tracked.order.id, rows });
  await signInAs(page, SEEDED.superAdmin, paths.order(tracked.order.id));
  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions++;
    await action;
  };
  await act(page.getByRole("main").getByRole("link", { name: "Placements", exact: true }).click());
  const sites = Array.from({ length: 30 }, (_, n) => `site${n + 1}.example\t50`);
  await act(page.getByRole("button", { name: "Propose sites" }).click());
  await act(page.getByRole("textbox", { name: "List" }).fill(sites.join("\n")));
  const asks = page.getByLabel(/approve/i);
  if ((await asks.count()) > 0 && (await asks.first().isChecked())) await act(asks.first().uncheck());
  await act(page.getByRole("button", { name: "Preview" }).click());
  await act(page.getByRole("button", { name: "Propose 30 of 30" }).click());
  await act(page.getByRole("button", { name: "Mark live" }).click());
  await act(
    page
      .getByRole("textbox", { name: "List" })
      .fill(sites.map((site) => `https://${site.split("\t")[0]}/post`).join("\n")),
  );
  await act(page.getByRole("button", { name: "Preview" }).click());
  await act(page.getByRole("button", { name: "Mark live 30 of 30" }).click());
  await expect(stateCount(page, "Live")).toHaveCount(30);
  await page.goto(paths.order(tracked.order.id));
  await act(page.getByLabel("Status", { exact: true }).selectOption("Completed"));
  await act(page.getByRole("button", { name: "Save", exact: true }).first().click());
  await told(page, "Order updated successfully");
  expect(actions).toBeLessThanOrEqual(12);
});

test("the mailed link answers without a sign-in, and only by its button", async ({ page, request, anotherBrowser }) => {
  const tracked = await sellLinks(request, 1, { approveSite: true });
  const call = await staffCalls(request);
  const orderId = tracked.order.id;
  await call("/placement/import", { orderId, rows: [{ targetUrl: "https://client.example.com", anchorText: "a" }] });
  const { content } = (await call("/placement/find", {
    filterFields: [{ key: "orderId", searchOperation: "eq", value: orderId }],
  })) as unknown as { content: { _id: string; state: string }[] };
  await call("/placement/propose", { id: content[0]!._id, site: { domain: "mailed.example", dr: 44 } });
  await controlPort().moveClock({ advanceMs: 6 * 60_000 });
  // Its own turn comes once a minute.
  await controlPort().runCron("notifications");
  const mail = await mailThat(tracked.client.email, ({ text }) => text.includes("/a/"));
  const address = /https?:\/\/\S+\/a\/\S+/.exec(mail.text)![0];
  const visitor = await (await anotherBrowser()).newPage();
  await visitor.goto(address);
  await expect(visitor.getByText("mailed.example").first()).toBeVisible();
  expect(await seriousFindings(visitor)).toEqual([]);
  await visitor.reload();
  await visitor.getByRole("button", { name: "Accept" }).click();
  await expect(visitor.getByText(/accepted/i).first()).toBeVisible();
  await signInAs(page, tracked.client);
  await openTab(page, tracked);
  await expect(stateCount(page, "In progress")).toHaveCount(1);
});
