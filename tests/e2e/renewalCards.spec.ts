import { expect, type Page } from "@playwright/test";
import { paths } from "~/paths";
import { aBuyer, BUYER_PASSWORD, buy, serviceNamed } from "../support/apiBuyer";
import { told, typeCard } from "../support/checkoutSteps";
import { mailThat, seriousFindings, signInAs } from "../support/e2e";
import { aMonthPasses } from "../support/monthOfRenewals";
import type { Portal } from "../support/runningPortal";
import { hydrated, test } from "../support/watchedTest";

const NOT_PAID = "Your card has been saved, but the payment did not go through.";

/** A customer whose second cycle was declined, with the link of the mail about it. */
async function aFailedRenewal(page: Page, portal: Portal) {
  const buyer = await aBuyer(portal, "Renewal");
  const service = await serviceNamed(portal, buyer.bearer, "Local SEO Management");
  await buy(portal, buyer.bearer, service, { paymentType: "SUBSCRIPTION" });
  const [subscription] = (await portal.api("GET", "/subscription/mine", { bearer: buyer.bearer })).json;
  const person = { ...buyer, password: BUYER_PASSWORD };
  await signInAs(page, person, paths.subscriptionCard(subscription.id));
  await saveCard(page, "4000 0000 0000 0341", /^Save card$/);
  await told(page, "Your card has been saved.");
  await aMonthPasses(portal, page);
  const link = /https?:\/\/\S+\/card\/\S+/;
  const mail = await mailThat(person.email, ({ text }) => link.test(text));
  return { person, subscription, link: link.exec(mail.text)![0] };
}

async function saveCard(page: Page, number: string, button = /^Save card and pay/) {
  await typeCard(page, number);
  await page.getByRole("button", { name: button }).click();
}

/** The page shows this message, and no overlay keeps the person from the next try. */
async function expectRefused(page: Page, message: string) {
  await expect(page.locator("main").getByText(message).first()).toBeVisible();
  await expect(page.getByText(/^(Saving|Checking) your card$/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Save card and pay/ })).toBeEnabled();
}

/** Cards that the provider refuses to save, with its words. */
const refusedCards = [
  ["4000 0000 0000 0002", "Your card was declined."],
  ["4000 0000 0000 9995", "Your card has insufficient funds."],
  ["4000 0000 0000 0069", "Your card has expired."],
  ["4000 0000 0000 0127", "Your card's security code is incorrect."],
] as const;

// Both pages have one form: the second shows one refusal.
for (const [place, opened, cards] of [
  ["the subscription", "signedIn", refusedCards],
  ["the mailed link", "link", refusedCards.slice(0, 1)],
] as const)
  test(`pays a failed renewal after every kind of refusal, from ${place} @script`, async ({
    page,
    portal,
    anotherBrowser,
    expectRefusal,
  }) => {
    expectRefusal(/\/__stripe\/|\/card/);
    const { person, subscription, link } = await aFailedRenewal(page, portal);
    const payer = opened === "link" ? await (await anotherBrowser()).newPage() : page;
    if (opened === "link") await payer.goto(link);
    else await signInAs(payer, person, paths.subscriptionCard(subscription.id));

    for (const [number, message] of cards) {
      await saveCard(payer, number);
      await expectRefused(payer, message);
    }
    await saveCard(payer, "4000 0027 6000 3184");
    await payer.getByRole("button", { name: "Fail authentication" }).click();
    await expectRefused(payer, "We are unable to authenticate your payment method");

    // Saved, then refused at the charge.
    await saveCard(payer, "4000 0000 0000 0341");
    await told(payer, NOT_PAID);
    await expect(payer.getByRole("button", { name: /^Save card and pay/ })).toBeEnabled();

    // The stored card's answer is next to its own button.
    await payer.getByRole("button", { name: /^Try Visa ending in 0341 again/ }).click();
    const stored = payer.locator(".page-notice");
    await expect(stored.getByText("Your card was declined.")).toBeVisible();
    await expect(payer.getByText("Your card was not saved")).toHaveCount(0);
    expect(await seriousFindings(payer)).toEqual([]);

    // Saved with the bank's confirmation, which the charge needs again.
    await saveCard(payer, "4000 0027 6000 3184");
    await payer.getByRole("button", { name: "Complete authentication" }).click();
    // The button stands on the next document alone.
    const confirm = payer.getByRole("button", { name: "Confirm payment" });
    await expect(confirm).toBeVisible();
    await hydrated(payer);
    await confirm.click();
    await payer.getByRole("button", { name: "Complete authentication" }).click();
    await expect(payer.getByText("Payment received. Thank you.").first()).toBeVisible();
    const { entries } = await portal.control.ledger<{
      kind: string;
      status: string;
      metadata: Record<string, string>;
    }>();
    const charges = entries.filter(
      ({ kind, status, metadata }) =>
        kind === "charge" && status === "succeeded" && metadata.subscription_id === subscription.id,
    );
    expect(charges).toHaveLength(1);
  });
