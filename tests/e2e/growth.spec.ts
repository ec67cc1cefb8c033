import { expect, type Page } from "@playwright/test";
import { openStores } from "../../scripts/local/openStores";
import { PASSWORD, signInAs } from "../support/e2e";
import { test } from "../support/ownPortal";
import { startFromSeed } from "../support/watchedTest";

const MESSAGES = 180;
const CLIENTS = 230;
const SERVICES = 130;
const customer = { email: "customer@example.com", password: PASSWORD };
const admin = { email: "admin@example.com", password: PASSWORD };

const count = (to: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})`;
const order = `(select id from orders where client_id = (select id from users where email = 'customer@example.com')
  and status = 'Working' order by created_at, id limit 1)`;

/** One order with many messages, many services, and many clients who paid today. `now` in ms UTC. */
async function grow(database: D1Database, now: number) {
  const run = (sql: string) => database.prepare(sql).run();
  await run(`${count(MESSAGES)} insert into order_messages (id, order_id, thread, author_id, body, body_source, created_at)
    select printf('01AAAAAAAA%016d', i), ${order}, 'Customer', (select id from users where email = 'customer@example.com'),
      '<p>Message number ' || i || '.</p>', i, ${now} - (${MESSAGES} - i) * 1000 from n`);
  await run(`${count(CLIENTS)} insert into users (id, email, first_name, last_name, first_name_folded, last_name_folded,
      email_folded, role, first_login, created_at)
    select printf('01BBBBBBBB%016d', i), 'grown' || i || '@example.com', 'Grown', 'Client' || i, 'grown', 'client' || i,
      'grown' || i || '@example.com', 'CUSTOMER', 0, ${now} from n`);
  await run(`${count(CLIENTS)} insert into orders (id, number, service_id, service_name, client_id, billing, status,
      sub_statuses, payment_type, account, order_duration, frequency, subtotal, tiered_total, total, pay_state, source,
      created_by, created_at, paid_at)
    select printf('01CCCCCCCC%016d', i), 900000 + i, (select id from services order by id limit 1), 'Guest Posts',
      printf('01BBBBBBBB%016d', i), '{}', 'Active', '[]', 'DIRECT', 'regular', 1, 'MONTH', i, i, i, 'paid', '{}', 'test',
      ${now} - 60000, ${now} - 60000 from n`);
  await run(`${count(SERVICES)} insert into services (id, name, name_folded, service_type, payment_types, sub_statuses,
      sequence, created_at)
    select printf('01DDDDDDDD%016d', i), printf('Placement %03d', i), printf('placement %03d', i), 'REGULAR', '["DIRECT"]', '[]',
      1000 + i, ${now} from n`);
  await run(`${count(SERVICES)} insert into packages (id, service_id, name, price, add_ons, discounts, created_at)
    select printf('01EEEEEEEE%016d', i), printf('01DDDDDDDD%016d', i), 'DA 20+', 5000, '[]', '[]', ${now} from n`);
}

test.beforeAll(async ({ portal }) => {
  test.setTimeout(300_000);
  await startFromSeed(portal.control, test.info());
  const now = Date.parse((await portal.control.clock()).now);
  await portal.whileStopped(async (stateDir) => {
    const stores = openStores(stateDir);
    await grow(await stores.database(), now);
    await stores.close();
  });
});

/** Turns to the last page of a list. The pager names the rows that are shown, so it tells when the next ones are. */
async function walk(page: Page) {
  const shown = page.locator(".pagination > span").first();
  for (let pages = 1; ; pages++) {
    const text = await shown.innerText();
    const [, to, total] = /to ([\d,]+) of ([\d,]+)/.exec(text)!;
    if (to === total) return pages;
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(shown).not.toHaveText(text, { useInnerText: true });
  }
}

test("walks from the newest message of an order to the first", async ({ page }) => {
  await signInAs(page, customer);
  await page.goto("/orders?status=Working&sort=createdTime.asc");
  await page.locator(".row-link").first().click();
  const talk = page.getByRole("region", { name: "Conversation" });
  await expect(talk.getByText(`Message number ${MESSAGES}.`)).toBeVisible();
  const grown = talk.locator(".talk-message").filter({ hasText: /Message number \d+\./ });
  await expect(grown).toHaveCount(50);
  for (let oldest = MESSAGES - 49; oldest > 1; ) {
    oldest = Math.max(1, oldest - 50);
    await talk.getByRole("link", { name: "Show earlier" }).click();
    await expect(grown.first()).toContainText(`Message number ${oldest}.`);
  }
  await expect(talk.getByText("Message number 1.", { exact: true })).toHaveCount(1);
  await talk.getByRole("link", { name: "Show newest" }).click();
  await expect(talk.getByText(`Message number ${MESSAGES}.`)).toBeVisible();
});

test("walks to the last client of a report", async ({ page }) => {
  await signInAs(page, admin);
  await page.goto("/reports/clients?size=100");
  const pages = await walk(page);
  expect(pages).toBeGreaterThanOrEqual(Math.floor(CLIENTS / 100));
  // The smallest revenue of the range.
  await expect(page.getByText("grown1@example.com")).toHaveCount(1);
  await page.goto("/reports/clients?page=999");
  await expect(page.getByRole("link", { name: "Previous page" })).toBeVisible();
});

test("reaches the last service of the catalogue by its pages and by its name", async ({ page }) => {
  await signInAs(page, customer);
  await page.goto("/services");
  const last = page.getByRole("link", { name: `Placement ${SERVICES}` });
  await walk(page);
  await expect(last).toBeVisible();
  await page.goto("/services");
  await page.getByRole("searchbox", { name: "Search services" }).fill(`Placement ${SERVICES}`);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(last).toBeVisible();
});

test("gives an affiliate a rate for the last service and keeps the others", async ({ page }) => {
  test.setTimeout(180_000);
  await signInAs(page, admin);
  await page.goto("/clients?email=affiliate%40example.com");
  await page.locator(".row-link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Alex Rivera");
  const dialog = page.getByRole("dialog", { name: "Affiliate details" });
  const name = `Placement ${SERVICES}`;
  await page.goto(`${page.url().split("?")[0]}/affiliate`);
  await expect(dialog.getByLabel("Find a service")).toBeVisible();
  const agreed = await dialog.getByLabel("Percent").count();
  expect(agreed).toBeGreaterThan(1);
  await dialog.getByLabel("Find a service").fill(name);
  await dialog.getByRole("button", { name: "Find" }).click();
  await expect(dialog.getByText("The rows below offer the first 1 services")).toBeVisible();
  await dialog.getByRole("button", { name: "Add commission" }).click();
  await dialog.locator("select").last().selectOption({ label: name });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Updated successfully").first()).toBeVisible();
  await page.goto(`${page.url().split("?")[0]}/affiliate?service=${encodeURIComponent(name)}`);
  await expect(dialog.getByText(name).first()).toBeVisible();
  // The rates that the search left out are still there.
  await page.goto(page.url().split("?")[0]!);
  await expect(dialog.getByLabel("Percent")).toHaveCount(agreed + 1);
});
