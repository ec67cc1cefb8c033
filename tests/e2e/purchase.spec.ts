import { expect, type Page } from "@playwright/test";
import { nextPaymentDate } from "~/domain/subscriptions/nextPaymentDate";
import { formatLongDate } from "~/format/dates";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  fillBilling,
  payWith,
  quantity,
  SEEDED,
  summary,
  told,
} from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { liveConnection, mailThat, newPerson, PASSWORD, signInAs } from "../support/e2e";
import { docxBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const SERVICE = "Guest Posts by Domain Authority";

const unreadOf = async (page: Page) =>
  Number(/(\d+) unread/.exec((await page.locator("a.bell").getAttribute("aria-label")) ?? "")?.[1] ?? 0);

test("a visitor buys, sends project details and follows the order @twice", async ({
  page,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  test.setTimeout(120_000);
  const person = newPerson();
  const staff = await (await anotherBrowser()).newPage();
  // Above 99 the bell shows no number.
  await signInAs(staff, SEEDED.superAdmin, "/notifications");
  await expect(staff.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  const markAll = staff.getByRole("button", { name: "Mark all as read" });
  if ((await markAll.count()) > 0) await markAll.click();
  await expect(markAll).toHaveCount(0);
  const connected = script ? liveConnection(staff) : undefined;
  await staff.goto("/");
  await expect(staff.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await connected;
  if (script) await staff.evaluate(() => Object.assign(window, { openedBefore: true }));

  // The price shows before sign-in.
  const query = "?utm_source=newsletter&utm_campaign=spring&Form-Name=Landing%20page";
  await page.goto((await checkoutOf(page, SERVICE)) + query);
  await expect(page.getByRole("heading", { level: 1, name: SERVICE })).toBeVisible();
  await expect(page.getByText("5+ save 5% · 10+ save 10% · 25+ save 15%").first()).toBeVisible();
  await page.getByRole("button", { name: "More: Quantity of DA 20+" }).click();
  await expect(quantity(page, "DA 20+")).toHaveValue("1");
  await quantity(page, "DA 30+").fill("5");
  await page.getByLabel("Add-on for DA 30+").selectOption("1000 Words");
  if (!script) await page.getByRole("button", { name: "Update total" }).click();
  const { now } = await controlPort().clock();
  const renewal = nextPaymentDate(Date.parse(now), new Date(now).getUTCDate(), {
    orderDuration: 1,
    frequency: "MONTH",
  });
  const shows = async () => {
    await expect(summary(page).getByRole("listitem")).toHaveText([
      /^1 × DA 20\+ \+ 500 Words\s*\$90\.00$/,
      // 5 x ($140 + $40); the 5 % are in the next row so that the rows add up.
      /^5 × DA 30\+ \+ 1000 Words 5% off\s*\$900\.00$/,
    ]);
    await expect(summary(page)).toContainText("Discount-$45.00");
    await expect(summary(page)).toContainText("Due today$945.00");
    await expect(summary(page)).toContainText(
      `Renews at $945.00 on ${formatLongDate(renewal, "UTC")}. Occurs every 1 month.`,
    );
  };
  await shows();

  // Signing up keeps the selection.
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: /^New to/ }).click();
  const dialog = page.getByRole("dialog", { name: "Create your free account" });
  await expect(dialog.getByLabel("Email")).toHaveValue(person.email);
  await expect(dialog.getByLabel("First name")).toHaveValue(person.firstName);
  await dialog.locator("input[name=password]").fill(PASSWORD);
  await dialog.getByRole("button", { name: "SIGN UP" }).click();
  await told(page, "Account created successfully");
  await expect(page.getByText(`${person.firstName} ${person.lastName}, ${person.email}`)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveCount(0);
  await shows();

  await fillBilling(page);
  await expect(page.getByText("Sandbox: no real money moves.").first()).toBeVisible();
  await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([{ amount: 94_500, status: "succeeded", account: "regular" }]);
  await expect(
    page.getByText(/^You paid \$[\d,.]+ with Visa ending in 4242\. We have emailed your receipt to \S+\.$/),
  ).toBeVisible();
  const receipt = await mailThat(person.email, ({ subject }) => subject === `Receipt for order ${order.number}`);
  expect(receipt.attachments).toMatchObject([
    { filename: expect.stringMatching(/^Invoice-\d+\.pdf$/), type: "application/pdf" },
  ]);
  expect(receipt.text).toContain("Total paid: $945.00");
  const recap = page.locator("section.card").filter({ has: page.getByRole("heading", { name: "Order summary" }) });
  await expect(recap.getByRole("listitem")).toHaveText([/\$90\.00$/, /\$900\.00$/]);
  await expect(recap).toContainText(/Discount\s*-\$45\.00/);
  await expect(recap).toContainText(/Total\s*\$945\.00/);

  // With script the notification reaches the open page immediately.
  const news = `New order ${order.number}: ${SERVICE}`;
  if (script) {
    await told(staff, news);
    // The new client and the new order.
    await expect.poll(() => unreadOf(staff)).toBe(2);
    expect(await staff.evaluate(() => "openedBefore" in window)).toBe(true);
    await staff.locator("a.bell").click();
  } else {
    await staff.reload();
    expect(await unreadOf(staff)).toBe(2);
    await staff.locator("a.bell").click();
    await expect(staff.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  }

  // Project details with an Office file.
  await page.getByRole("link", { name: "Fill in manually" }).click();
  for (const name of ["DA 20+", "DA 30+"]) {
    const part = page.getByRole("group", { name });
    await part.getByLabel("Target URL").fill(`https://example.com/${name.slice(3, 5)}`);
    await part.getByLabel("Anchor text").fill("running shoes");
  }
  const brief = Buffer.from(docxBytes());
  await page
    .getByRole("group", { name: "DA 20+" })
    .getByLabel("Brief")
    .setInputFiles({ name: "brief.docx", mimeType: "application/octet-stream", buffer: brief });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Project details added successfully. Redirecting to order details.");
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
  await expect(page.locator("main .status").first()).toHaveText("Active");
  await expect(page.getByText("https://example.com/30")).toBeVisible();
  const kept = await page.request.get(
    (await page.getByRole("link", { name: "brief.docx", exact: true }).getAttribute("href"))!,
  );
  expect((await kept.body()).equals(brief)).toBe(true);
  // Only staff see where customers come from.
  await expect(page.getByText("newsletter")).toHaveCount(0);

  // A click marks the notification as read and opens the order.
  const item = staff.getByRole("button", { name: news });
  await expect(item).toContainText("Unread");
  await item.click();
  await expect(staff.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
  expect(await unreadOf(staff)).toBe(1);
  const source = staff.locator("section.card").filter({ has: staff.getByRole("heading", { name: "Source" }) });
  await expect(source).toContainText("newsletter");
  await expect(source).toContainText("spring");
  await expect(source).toContainText("Landing page");
  for (const status of ["Working", "Completed"]) {
    await staff.getByLabel("Status", { exact: true }).selectOption(status);
    await staff.getByRole("button", { name: "Save", exact: true }).click();
    await told(staff, "Order updated successfully");
    await expect(staff.locator("main .status").first()).toHaveText(status);
    if (script) await told(page, `Order ${order.number} is now ${status}`);
    await page.reload();
    await expect(page.locator("main .status").first()).toHaveText(status);
  }
  await page.goto("/notifications");
  await expect(page.getByRole("button", { name: `Order ${order.number} is now Completed` })).toBeVisible();
});
