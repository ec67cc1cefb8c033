import { expect, type Locator, type Page } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { counter, type DayOfOrders, type DayOrder, dayOfOrders } from "../support/dayOfOrders";
import { signInAs } from "../support/e2e";
import { isGate } from "../support/tier";
import { test } from "../support/watchedTest";

/** Orders of a day; the gate works half as many. */
const ORDERS = isGate ? 20 : 40;
/** Of the work queue, the others of the list. */
const QUEUED = 10;
/** In this order, because the queue shows three rows of each group and taken orders stay. */
const DELIVERED = 4;
const SNOOZED = 3;
/** The work on the orders of the list, in turn. */
const acts = ["answer", "status", "steps", "snooze", "deliver"] as const;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const opened = (page: Page, { number }: DayOrder) => expect(heading(page, `Order ${number}`)).toBeVisible();
const status = (page: Page) => page.locator("main .status").first();
const thread = (page: Page) => page.getByRole("region", { name: "Conversation" });
const manage = (page: Page) => page.locator("#manage");
const queueRow = (page: Page, { number }: DayOrder) => page.getByRole("row").filter({ hasText: number });
const link = ({ number }: DayOrder) => `https://example.com/audits/${number}`;
/** After the portal's day, which other journeys may have moved. */
const aLaterDay = async () =>
  new Date(Date.parse((await controlPort().clock()).now) + 5 * 86_400_000).toISOString().slice(0, 10);

let day: DayOfOrders | undefined;
test.afterEach(() => day?.finish());

test("works a day of orders by keyboard alone @script", async ({ page }) => {
  day = await dayOfOrders(ORDERS, "Keyhole");
  const listed = day.orders.slice(0, -QUEUED);
  const queued = day.orders.slice(-QUEUED);
  await day.dueToday(queued);
  const later = (await aLaterDay()).replace(/^(\d+)-(\d+)-(\d+)$/, "$2$3$1");
  await signInAs(page, SEEDED.manager, "/");

  const keys = counter();
  let act = "go";
  const press = async (...pressed: string[]) => {
    keys.add(act, pressed.length);
    for (const key of pressed) await page.keyboard.press(key);
  };
  /** The text of a field counts as one. */
  const type = async (text: string) => {
    keys.add(act);
    await page.keyboard.type(text);
  };
  const tabTo = async (target: Locator) => {
    for (let stops = 0; stops < 12; stops++) {
      await press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${target} did not get the focus within 12 stops`);
  };
  const rowLink = (order: DayOrder) => queueRow(page, order).locator(".row-link");
  const onRow = (order: DayOrder) => expect(rowLink(order)).toBeFocused();
  const version = manage(page).locator("input[name=version]");
  const save = async () => {
    const before = await version.inputValue();
    await press("Control+Enter");
    await expect(version).not.toHaveValue(before);
    await expect(page.locator("#main")).toBeFocused();
  };
  const deliver = async (order: DayOrder, send: string) => {
    await press("e");
    const dialog = page.getByRole("dialog", { name: `Deliver order ${order.number}` });
    await expect(dialog).toBeVisible();
    await tabTo(dialog.getByLabel("Links"));
    await type(link(order));
    await press(send);
  };
  const snooze = async () => {
    await press("z");
    await expect(manage(page).getByLabel("Snooze until")).toBeFocused();
    await type(later);
    await tabTo(manage(page).getByLabel("Snoozed because"));
    await type("The client is away");
    await save();
  };

  // Until their code is there, keys do nothing.
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  // An open dialog has keys of its own.
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toHaveCount(0);

  await press("g", "w");
  await expect(rowLink(queued[0]!)).toBeVisible();
  const focused = () => rowLink(queued[0]!).evaluate((element) => element === document.activeElement);
  for (let rows = 0; rows < 40 && !(await focused()); rows++) await press("j");
  for (const [at, order] of queued.entries()) {
    await onRow(order);
    if (at < DELIVERED) {
      act = "deliver";
      await deliver(order, "Control+Enter");
      // The focus is then on the row that took its place.
      await expect(queueRow(page, order)).toHaveCount(0);
    } else if (at >= DELIVERED + SNOOZED) {
      act = "assign";
      await press("a");
      await expect(queueRow(page, order).getByRole("button", { name: "Take" })).toHaveCount(0);
      await onRow(order);
      act = "next";
      await press("j");
    } else {
      act = "snooze";
      await snooze();
      act = "next";
      await press("n");
      // It has left the queue, and the most pressing order follows.
      await expect(heading(page, `Order ${order.number}`)).toHaveCount(0);
      await press("g", "w");
      await expect(heading(page, "My work")).toBeVisible();
      await press("j");
    }
  }

  act = "assign";
  await press("g", "o");
  await expect(page.getByRole("button", { name: "Select all on this page" })).toBeVisible();
  await press("X");
  await expect(page.getByText("10 selected")).toBeVisible();
  await press("a");
  await told(page, "10 orders changed");
  await expect(page.getByText(/^\d+ selected$/)).toBeHidden();
  act = "next";
  await press("j", "Enter");
  for (const [at, order] of listed.entries()) {
    await opened(page, order);
    act = acts[at % acts.length]!;
    const isLast = at === listed.length - 1;
    if (act === "answer") {
      const editor = thread(page).locator("[contenteditable=true]");
      await press("r");
      await expect(editor).toBeFocused();
      await type(`Answer to ${order.number}`);
      await press("Control+Enter");
      await expect(thread(page).getByRole("log").getByText(`Answer to ${order.number}`)).toHaveCount(1);
      // An empty editor for the next message.
      await expect(editor).toBeFocused();
      await expect(editor).toHaveText("");
      await press("Escape");
    } else if (act === "status") {
      await press("s");
      await type("Working");
      await save();
      await expect(status(page)).toHaveText("Working");
    } else if (act === "steps") {
      await press("s", "Tab", "Space");
      await save();
      await expect(manage(page).getByLabel("Draft")).toBeChecked();
    } else if (act === "snooze") await snooze();
    else await deliver(order, isLast ? "Control+Enter" : "Control+Shift+Enter");
    if (act === "deliver") continue;
    act = "next";
    await press("n");
  }
  await expect(status(page)).toHaveText("Completed");
  console.log(`${ORDERS} orders by keyboard: ${keys.total()} keys, ${keys.total() / ORDERS} an order (${keys})`);
  expect(keys.total() / ORDERS).toBeLessThanOrEqual(9);
});

test("works a day of orders by forms alone @noscript @deep", async ({ page }) => {
  day = await dayOfOrders(ORDERS, "Formsby");
  const listed = day.orders.slice(0, -QUEUED);
  const queued = day.orders.slice(-QUEUED);
  await day.dueToday(queued);
  const later = await aLaterDay();
  await signInAs(page, SEEDED.manager, "/");

  const actions = counter();
  let act = "go";
  /** One click, or one field filled. */
  const then = async (work: Promise<unknown>) => {
    actions.add(act);
    await work;
  };
  const menu = (name: RegExp) =>
    then(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).first().click());
  const deliver = async (order: DayOrder, button: string) => {
    await then(page.getByRole("link", { name: "Deliver", exact: true }).click());
    const dialog = page.getByRole("dialog", { name: `Deliver order ${order.number}` });
    await then(dialog.getByLabel("Links").fill(link(order)));
    await then(dialog.getByRole("button", { name: button, exact: true }).click());
    await told(page, /^Order delivered/);
  };
  const save = async () => {
    await then(manage(page).getByRole("button", { name: "Save" }).click());
    await told(page, "Order updated successfully");
  };
  const snooze = async () => {
    await then(manage(page).getByLabel("Snooze until").fill(later));
    await then(manage(page).getByLabel("Snoozed because").fill("The client is away"));
    await save();
  };

  await menu(/^My work/);
  for (const [at, order] of queued.entries()) {
    if (at >= DELIVERED + SNOOZED) {
      act = "assign";
      const take = queueRow(page, order).getByRole("button", { name: "Take" });
      await then(take.click());
      await expect(take).toHaveCount(0);
      continue;
    }
    act = at < DELIVERED ? "deliver" : "snooze";
    await then(queueRow(page, order).locator(".row-link").click());
    await opened(page, order);
    if (at < DELIVERED) await deliver(order, "Deliver");
    else {
      await snooze();
      await then(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "My work" }).click());
    }
    await expect(heading(page, "My work")).toBeVisible();
    await expect(page.getByRole("region", { name: /^Due today/ }).getByText(order.number)).toHaveCount(0);
  }

  act = "assign";
  await menu(/^Orders/);
  for (const order of listed.slice(0, 10))
    await then(page.getByRole("checkbox", { name: `Select order ${order.number}` }).check());
  await then(page.getByLabel("Assign to").selectOption({ label: "Marcus Ellery (you)" }));
  await then(page.getByRole("button", { name: "Assign", exact: true }).click());
  await told(page, "10 orders changed");
  act = "next";
  await then(page.locator(".row-link").first().click());
  for (const [at, order] of listed.entries()) {
    await opened(page, order);
    act = acts[at % acts.length]!;
    const isLast = at === listed.length - 1;
    if (act === "answer") {
      await then(thread(page).getByRole("textbox").last().fill(`Answer to ${order.number}`));
      await then(thread(page).getByRole("button", { name: "Send" }).click());
      await told(page, "Message sent successfully");
    } else if (act === "status") {
      await then(manage(page).getByLabel("Status").selectOption("Working"));
      await save();
    } else if (act === "steps") {
      await then(manage(page).getByLabel("Draft").check());
      await save();
    } else if (act === "snooze") await snooze();
    else await deliver(order, isLast ? "Deliver" : "Deliver and go to the next");
    if (act === "deliver") continue;
    act = "next";
    await then(page.getByRole("link", { name: "Next order" }).click());
  }
  await expect(status(page)).toHaveText("Completed");
  console.log(
    `${ORDERS} orders by forms: ${actions.total()} actions, ${actions.total() / ORDERS} an order (${actions})`,
  );
  expect(actions.total() / ORDERS).toBeLessThanOrEqual(5);
});
