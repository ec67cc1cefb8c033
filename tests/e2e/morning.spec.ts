import { expect, type Page } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { counter, type DayOfOrders, type DayOrder, dayOfOrders } from "../support/dayOfOrders";
import { mailThat, seriousFindings, signInAs } from "../support/e2e";
import { pdfBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

const ASSIGNED = 20;
const DELIVERED = 3;
const ASKED = 5;
/** The portal sends news by email five minutes after them. */
const MAIL_MS = 6 * 60_000;

const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
/** The textarea, or the editor that replaces it with script. */
const composer = (page: Page) => conversation(page).getByRole("textbox").last();
const threads = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
const queueRow = (page: Page, { number }: DayOrder) => page.getByRole("row").filter({ hasText: number });

/** The manager's answer to the email about a message. */
async function answerByEmail(question: string, answer: string) {
  const { email } = SEEDED.manager;
  const mail = await mailThat(email, ({ text }) => text.includes(question));
  const lines = [
    ...[`From: <${email}>`, `To: <${mail.replyTo}>`, `Message-ID: <${crypto.randomUUID()}@mail.example.com>`],
    ...["Subject: Re: your order", "Content-Type: text/plain; charset=utf-8", "", answer],
  ];
  return await controlPort().inboundMail(lines.join("\r\n"));
}

let day: DayOfOrders | undefined;
test.afterEach(() => day?.finish());

test("a manager's morning", async ({ page, javaScriptEnabled: script }) => {
  // A name of its own for each mode, written wrong below.
  const [lastName, misspelled] = script ? ["Quillfeather", "Quilfeather"] : ["Marblethorpe", "Marblethrope"];
  day = await dayOfOrders(ASSIGNED + DELIVERED + ASKED + 1, lastName);
  const unassigned = day.orders.slice(0, ASSIGNED);
  const [toSnooze, ...others] = day.orders.slice(ASSIGNED);
  const delivered = others.slice(0, DELIVERED);
  const asked = others.slice(DELIVERED);
  const [byNotice, byEmail, ...inInbox] = asked;
  // All staff hear of messages about an unassigned order.
  await day.giveToManager([toSnooze!, ...delivered, ...asked.slice(1)]);
  const question = ({ number }: DayOrder) => `How far is ${number}?`;
  const answer = ({ number }: DayOrder) => `${number} is nearly done`;
  for (const order of asked) await day.ask(order, question(order));
  await controlPort().moveClock({ advanceMs: MAIL_MS });
  await controlPort().runCron("notifications");
  await day.dueToday([...delivered, toSnooze!]);
  await signInAs(page, SEEDED.manager, "/");

  const actions = counter();
  let act = "open My work";
  /** One click, or one field filled. */
  const then = async (work: Promise<unknown>) => {
    actions.add(act);
    await work;
  };
  const menu = (name: RegExp) =>
    then(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).first().click());

  await menu(/^My work \d/);
  act = "deliver three";
  for (const [at, order] of delivered.entries()) {
    await then(queueRow(page, order).locator(".row-link").click());
    await then(page.getByRole("link", { name: "Deliver", exact: true }).click());
    const dialog = page.getByRole("dialog", { name: `Deliver order ${order.number}` });
    await expect(dialog).toBeVisible();
    if (at === 0) {
      expect(await seriousFindings(page)).toEqual([]);
      const file = { name: `audit-${order.number}.pdf`, mimeType: "application/pdf", buffer: Buffer.from(pdfBytes()) };
      await then(dialog.locator("input[type=file]").setInputFiles(file));
    } else await then(dialog.getByLabel("Links").fill(`https://example.com/${order.number}`));
    await then(dialog.getByRole("button", { name: "Deliver", exact: true }).click());
    await told(page, "Order delivered");
    await expect(page.getByRole("heading", { level: 1, name: "My work" })).toBeVisible();
    await expect(queueRow(page, order)).toHaveCount(0);
  }
  expect(actions.of(act)).toBe(4 * DELIVERED);

  act = "snooze one";
  await then(queueRow(page, toSnooze!).locator(".row-link").click());
  const manage = page.locator("#manage");
  const later = Date.parse((await controlPort().clock()).now) + 3 * 86_400_000;
  await then(manage.getByLabel("Snooze until").fill(new Date(later).toISOString().slice(0, 10)));
  await then(manage.getByLabel("Snoozed because").fill("The client is away"));
  await then(manage.getByRole("button", { name: "Save" }).click());
  await told(page, "Order updated successfully");

  // From its notification, a message is answered in two actions.
  await page.goto("/notifications");
  act = "answer one from its notification";
  await then(page.getByRole("main").getByText(question(byNotice!)).click());
  await expect(conversation(page).getByText(question(byNotice!))).toHaveCount(1);
  await composer(page).fill(answer(byNotice!));
  await then(conversation(page).getByRole("button", { name: "Send" }).click());
  await told(page, "Message sent successfully");
  expect(actions.of(act)).toBe(2);

  act = "answer three in the inbox";
  await menu(/^Inbox \d/);
  for (const order of inInbox) {
    await then(
      threads(page)
        .getByRole("link", { name: question(order) })
        .click(),
    );
    await expect(conversation(page).getByText(question(order))).toHaveCount(1);
    await then(composer(page).fill(answer(order)));
    await then(conversation(page).getByRole("button", { name: "Reply" }).click());
    await told(page, "Message sent successfully");
  }

  act = "answer one by email";
  const posted = answerByEmail(question(byEmail!), answer(byEmail!));
  await then(posted);
  expect(await posted).toMatchObject({ outcome: "posted", repeated: false });
  await page.goto(byEmail!.path);
  await expect(conversation(page).getByText(answer(byEmail!), { exact: true })).toHaveCount(1);
  await page.goto("/inbox");
  for (const order of asked) await expect(threads(page).getByText(order.number)).toHaveCount(0);
  await page.goto("/inbox?tab=waiting");
  for (const order of asked) await expect(threads(page).getByText(answer(order))).toHaveCount(1);

  await page.goto("/orders?assignedToAdminId=none&size=25");
  act = "assign twenty";
  const box = (order: DayOrder) => page.getByRole("checkbox", { name: `Select order ${order.number}` });
  if (script) {
    await then(box(unassigned[0]!).click());
    await then(box(unassigned.at(-1)!).click({ modifiers: ["Shift"] }));
    await expect(page.getByText(`${ASSIGNED} selected`)).toBeVisible();
  } else for (const order of unassigned) await then(box(order).check());
  await then(page.getByLabel("Assign to").selectOption({ label: "Marcus Ellery (you)" }));
  await then(page.getByRole("button", { name: "Assign", exact: true }).click());
  await told(page, `${ASSIGNED} orders changed`);
  if (script) expect(actions.of(act)).toBe(4);

  act = "find an order";
  await then(page.getByRole("link", { name: "Search", exact: true }).click());
  const search = script ? page.getByRole("dialog", { name: "Search" }) : page.getByRole("main");
  await then(search.getByRole("searchbox").fill(misspelled));
  if (!script) await then(search.getByRole("button", { name: "Search" }).click());
  const newest = day.orders[0]!;
  await then(
    search
      .getByRole("region", { name: "Orders" })
      .getByRole("link", { name: `Order ${newest.number}` })
      .click(),
  );
  await expect(page.getByRole("heading", { level: 1, name: `Order ${newest.number}` })).toBeVisible();
  console.log(`A manager's morning, script ${script}: ${actions.total()} actions (${actions})`);

  await page.goto(`${delivered[0]!.path}?tab=reports`);
  await expect(page.getByRole("link", { name: `audit-${delivered[0]!.number}.pdf`, exact: true })).toBeVisible();
  await expect(page.locator("main .status").first()).toHaveText("Completed");
  await page.goto("/work?group=snoozed");
  await expect(queueRow(page, toSnooze!)).toContainText("The client is away");
});
