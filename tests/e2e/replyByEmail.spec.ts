import { expect } from "@playwright/test";
import { controlPort } from "../support/controlPort";
import { mailThat, PASSWORD, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const customer = { email: "customer@example.com", password: PASSWORD };
const manager = { email: "manager@example.com", password: PASSWORD };

test("an answer to the email about a message appears in the thread once", { tag: "@script" }, async ({
  page,
  anotherBrowser,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await signInAs(page, customer);
  await page.goto("/orders?status=Working");
  const path = (await page.locator(".row-link").first().getAttribute("href"))!.split("?")[0]!;
  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, manager);
  await staff.goto(path);
  const conversation = staff.getByRole("region", { name: "Conversation" });
  await conversation.getByRole("textbox").last().fill(`Which color ${mark}`);
  await conversation.getByRole("button", { name: "Send" }).click();
  await expect(conversation.getByText(`Which color ${mark}`)).toHaveCount(1);

  await controlPort().moveClock({ advanceMs: 6 * 60_000 });
  await controlPort().runCron("notifications");
  const mail = await mailThat(customer.email, ({ text }) => text.includes(`Which color ${mark}`));
  expect(mail.text).toContain("Reply to this email to answer.");
  const answer = [
    `From: <${customer.email}>`,
    `To: <${mail.replyTo}>`,
    `Message-ID: <${mark}@mail.example.com>`,
    `Subject: Re: ${mark}`,
    'Content-Type: multipart/mixed; boundary="parts"',
    "",
    "--parts",
    "Content-Type: text/plain; charset=utf-8",
    "",
    `Blue, please ${mark}`,
    "",
    `On ${new Date().toDateString()}, ${mail.from} wrote:`,
    ...mail.text.split("\n").map((line) => `> ${line}`),
    "--parts",
    `Content-Type: application/pdf; name="colors-${mark}.pdf"`,
    `Content-Disposition: attachment; filename="colors-${mark}.pdf"`,
    "",
    "%PDF-1.4",
    "--parts--",
  ].join("\r\n");
  expect(await controlPort().inboundMail(answer)).toMatchObject({ outcome: "posted", repeated: false });
  expect(await controlPort().inboundMail(answer)).toMatchObject({ outcome: "posted", repeated: true });
  await page.goto(path);
  const answers = page.getByRole("region", { name: "Conversation" }).getByText(`Blue, please ${mark}`, { exact: true });
  await expect(answers).toHaveCount(1);
  await staff.reload();
  const file = conversation.getByRole("link", { name: `colors-${mark}.pdf` });
  const downloading = staff.waitForEvent("download");
  await file.click();
  expect((await downloading).suggestedFilename()).toBe(`colors-${mark}.pdf`);
});
