import { type Browser, chromium, type Page } from "@playwright/test";
import axe from "axe-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensureBrowser } from "../../scripts/ensureBrowser";
import { type CardSandbox, siteUrl, startCardSandbox } from "../support/cardSandbox";

// As strict as the portal's own policy: the sandbox's Stripe.js needs no exception.
const policy =
  "default-src 'none'; script-src 'nonce-n'; style-src 'nonce-n'; connect-src 'self'; form-action 'self'; base-uri 'none'";
const shop = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Shop</h1>
<form id="order" method="post" action="/order"><label>Name <input name="name" value="A Customer"></label><div id="card"></div><button>Pay</button></form></main>
<script nonce="n" src="/__stripe/stripe.js"></script></body></html>`;

type Result = {
  paymentIntent?: { status: string; id: string };
  setupIntent?: { status: string };
  error?: { type: string; code: string; message: string; decline_code?: string; payment_intent?: { status: string } };
};

describe("Stripe.js", () => {
  let sandbox: CardSandbox;
  let browser: Browser;
  beforeAll(async () => {
    sandbox = await startCardSandbox();
    browser = await chromium.launch({
      executablePath: ensureBrowser(),
      args: ["--no-sandbox", "--disable-background-networking"],
    });
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(sandbox.violations()).toEqual([]);
    await sandbox.reset();
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.stop();
  });

  /** Opens a shop page with a mounted card element on the sandbox's origin. Returns the page and its errors. */
  async function openShop(options = "{ hidePostalCode: true }"): Promise<{ page: Page; problems: string[] }> {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      // Browsers log a declined card's 402 to the console.
      if (message.type() === "error" && !message.text().includes("402")) problems.push(message.text());
    });
    await page.route(`${siteUrl}/**`, async (route) => {
      const request = route.request();
      if (!new URL(request.url()).pathname.startsWith("/__stripe/")) {
        return route.fulfill({ contentType: "text/html", headers: { "content-security-policy": policy }, body: shop });
      }
      const answer = await sandbox.send(request.url(), {
        method: request.method(),
        headers: await request.allHeaders(),
        ...(request.postData() ? { body: request.postData()! } : {}),
      });
      const target = answer.headers.get("Location");
      // The browser would fetch the target of a redirect itself, without this handler.
      if (target)
        return route.fulfill({
          contentType: "text/html",
          body: `<meta http-equiv="refresh" content="0;url=${target}">`,
        });
      return route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      });
    });
    await page.goto(`${siteUrl}/checkout`);
    await page.evaluate(`
      window.changes = [];
      window.stripe = Stripe("pk_test_sandbox_regular");
      window.card = stripe.elements().create("card", ${options});
      card.on("change", (event) => changes.push(event));
      window.ready = new Promise((resolve) => card.on("ready", resolve));
      card.mount("#card");
    `);
    await page.evaluate("ready");
    return { page, problems };
  }

  const anIntent = () =>
    sandbox.regular.paymentIntents.create({ amount: 12_345, currency: "usd", allowed_payment_method_types: ["card"] });
  const type = async (page: Page, number: string, expiry = "1240", cvc = "123") => {
    await page.getByLabel("Card number").pressSequentially(number);
    await page.getByLabel("Expiry").pressSequentially(expiry);
    await page.getByLabel("CVC").pressSequentially(cvc);
  };
  const confirm = (page: Page, secret: string, method = "{ card, billing_details: { name: 'A Customer' } }") =>
    page.evaluate(`stripe.confirmCardPayment("${secret}", { payment_method: ${method} })`) as Promise<Result>;

  it("accepts a typed card under a strict content security policy", async () => {
    const { page, problems } = await openShop();
    const intent = await anIntent();
    await type(page, "4242424242424242");
    expect(await page.getByLabel("Card number").inputValue()).toBe("4242 4242 4242 4242");
    expect(await page.getByLabel("Expiry").inputValue()).toBe("12 / 40");
    expect(await page.evaluate("changes.at(-1)")).toMatchObject({ complete: true, empty: false, brand: "visa" });
    expect(await confirm(page, intent.client_secret!)).toMatchObject({
      paymentIntent: { status: "succeeded", id: intent.id },
    });
    const after = await sandbox.regular.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
    expect(after).toMatchObject({ status: "succeeded", latest_charge: { billing_details: { name: "A Customer" } } });
    expect(problems).toEqual([]);
  });

  it("never lets the page's own form send the card", async () => {
    const { page } = await openShop("{}");
    await type(page, "4242424242424242");
    await page.getByLabel("ZIP").fill("12345");
    const sent = await page.evaluate(`[...new FormData(document.querySelector("#order")).keys()]`);
    expect(sent).toEqual(["name"]);
    expect(
      await page.evaluate(
        `[...document.querySelectorAll("#card input")].map((input) => [input.getAttribute("form"), input.name, input.autocomplete])`,
      ),
    ).toEqual([
      ["__stripe_none", "", "cc-number"],
      ["__stripe_none", "", "cc-exp"],
      ["__stripe_none", "", "cc-csc"],
      ["__stripe_none", "", "postal-code"],
    ]);
  });

  it.each([
    ["4242", "1240", "123", "incomplete_number", "Your card number is incomplete."],
    ["4242424242424241", "1240", "123", "invalid_number", "Your card number is invalid."],
    ["4242424242424242", "12", "123", "incomplete_expiry", "Your card's expiration date is incomplete."],
    ["4242424242424242", "1220", "123", "invalid_expiry_year_past", "Your card's expiration year is in the past."],
    ["4242424242424242", "1240", "12", "incomplete_cvc", "Your card's security code is incomplete."],
  ])("refuses %s %s %s itself with %s", async (number, expiry, cvc, code, message) => {
    const { page } = await openShop();
    const intent = await anIntent();
    await type(page, number, expiry, cvc);
    expect(await confirm(page, intent.client_secret!)).toEqual({ error: { type: "validation_error", code, message } });
    const wrong = page.locator("#card input[aria-invalid=true]");
    expect(await wrong.count()).toBe(1);
    // Stripe's element leaves the text to the page.
    expect(await page.getByText(message).count()).toBe(0);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-invalid')")).toBe("true");
    expect(sandbox.calls.filter((call) => call.includes("confirm"))).toEqual([]);
  });

  it("answers a decline with Stripe's error and accepts the next card", async () => {
    const { page } = await openShop();
    const intent = await anIntent();
    await type(page, "4000000000009995");
    expect(await confirm(page, intent.client_secret!)).toMatchObject({
      error: {
        type: "card_error",
        code: "card_declined",
        decline_code: "insufficient_funds",
        message: "Your card has insufficient funds.",
        payment_intent: { status: "requires_payment_method" },
      },
    });
    // Moving the focus does not change the card or the shop's message about it.
    await page.evaluate("changes.length = 0; card.focus()");
    await page.getByLabel("CVC").focus();
    await page.getByLabel("Name").focus();
    expect(await page.evaluate("changes.length")).toBe(0);
    await page.evaluate("card.clear()");
    await type(page, "4242424242424242");
    expect(await confirm(page, intent.client_secret!)).toMatchObject({ paymentIntent: { status: "succeeded" } });
  });

  it.each([
    ["Complete authentication", { paymentIntent: { status: "succeeded" } }],
    [
      "Fail authentication",
      {
        error: { code: "payment_intent_authentication_failure", payment_intent: { status: "requires_payment_method" } },
      },
    ],
  ])("asks for 3-D Secure in a modal window: %s", async (button, expected) => {
    const { page, problems } = await openShop();
    const intent = await anIntent();
    await type(page, "4000000000003220");
    const outcome = confirm(page, intent.client_secret!);
    const dialog = page.getByRole("dialog", { name: "3-D Secure authentication" });
    await dialog.getByText("$123.45").waitFor();
    expect(await page.evaluate("document.querySelector('dialog').matches(':modal')")).toBe(true);
    await dialog.getByRole("button", { name: button }).click();
    expect(await outcome).toMatchObject(expected);
    expect(await dialog.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("fails authentication on Escape", async () => {
    const { page } = await openShop();
    const intent = await anIntent();
    await type(page, "4000000000003220");
    const outcome = confirm(page, intent.client_secret!);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    expect(await outcome).toMatchObject({ error: { code: "payment_intent_authentication_failure" } });
  });

  it("leaves the next action to the caller and resumes it later", async () => {
    const { page } = await openShop();
    const intent = await anIntent();
    const left = (await page.evaluate(
      `stripe.confirmCardPayment("${intent.client_secret}", { payment_method: "pm_card_threeDSecure2Required" }, { handleActions: false })`,
    )) as Result;
    expect(left).toMatchObject({ paymentIntent: { status: "requires_action" } });
    const outcome = page.evaluate(`stripe.handleNextAction({ clientSecret: "${intent.client_secret}" })`);
    await page.getByRole("button", { name: "Complete authentication" }).click();
    expect(await outcome).toMatchObject({ paymentIntent: { status: "succeeded" } });
    expect(await page.evaluate(`stripe.retrievePaymentIntent("${intent.client_secret}")`)).toMatchObject({
      paymentIntent: { status: "succeeded" },
    });
  });

  it("saves a card and creates payment methods", async () => {
    const { page } = await openShop();
    const customer = await sandbox.regular.customers.create({});
    const setup = await sandbox.regular.setupIntents.create({ customer: customer.id });
    await type(page, "4242424242424242");
    expect(
      await page.evaluate(`stripe.confirmCardSetup("${setup.client_secret}", { payment_method: { card } })`),
    ).toMatchObject({ setupIntent: { status: "succeeded" } });
    expect(await page.evaluate(`stripe.retrieveSetupIntent("${setup.client_secret}")`)).toMatchObject({
      setupIntent: { status: "succeeded" },
    });
    expect(await page.evaluate(`stripe.createPaymentMethod({ type: "card", card })`)).toMatchObject({
      paymentMethod: { card: { last4: "4242" } },
    });
    expect((await sandbox.regular.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
  });

  it("can be unmounted, mounted again, disabled and destroyed", async () => {
    const { page } = await openShop();
    await page.evaluate("card.unmount()");
    expect(await page.getByLabel("Card number").count()).toBe(0);
    await page.evaluate("card.mount('#card'); card.focus()");
    expect(await page.getByLabel("Card number").evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.locator(".StripeElement--focus").count()).toBe(1);
    await page.evaluate("card.update({ disabled: true })");
    expect(await page.getByLabel("CVC").isDisabled()).toBe(true);
    await page.evaluate("card.destroy()");
    expect(await page.evaluate("try { card.mount('#card') } catch (error) { error.message }")).toContain("destroyed");
  });

  it("and its pages pass axe and fit 320 pixels, light and dark", async () => {
    const { page } = await openShop();
    await type(page, "4242");
    await page.getByRole("heading").click();
    await check(page);
    const session = await sandbox.regular.checkout.sessions.create({
      mode: "payment",
      success_url: `${siteUrl}/ok`,
      cancel_url: `${siteUrl}/back`,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: "usd",
            unit_amount: 999_999,
            product_data: { name: "Link building, thirty placements on high-authority pages" },
          },
        },
      ],
    });
    await page.goto(session.url!);
    await page.getByRole("button", { name: "Pay $9,999.99" }).click();
    await page.getByText("Your card number is incomplete.").waitFor();
    await check(page);
    await page.getByLabel("Card number").fill("4000 0000 0000 3220");
    await page.getByLabel("Expiry").fill("12/40");
    await page.getByLabel("CVC").fill("123");
    await page.getByRole("button", { name: "Pay $9,999.99" }).click();
    await page.getByRole("button", { name: "Complete authentication" }).waitFor();
    await check(page);
  });

  async function check(page: Page) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate("axe.run()")) as {
        violations: { id: string; impact: string; nodes: { html: string }[] }[];
      };
      expect(violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html).join()}`)).toEqual([]);
    }
  }

  describe("express buttons", () => {
    /** Mounts the button for $123.45, and presses it. `answer`: what the page does with the press. */
    async function press(page: Page, answer: "resolve" | "reject" | "nothing", amount = 12_345) {
      const { client_secret } = await anIntent();
      await page.evaluate(`
        window.happened = [];
        window.group = stripe.elements({ mode: "payment", amount: ${amount}, currency: "usd", setupFutureUsage: null });
        window.express = group.create("expressCheckout");
        express.on("click", (event) => { happened.push("click"); if (event["${answer}"]) event["${answer}"](); });
        express.on("cancel", () => happened.push("cancel"));
        window.confirmed = new Promise((resolve) => express.on("confirm", async (event) => {
          await group.submit();
          const result = await stripe.confirmPayment({ elements: group, clientSecret: "${client_secret}", redirect: "if_required" });
          if (result.error) event.paymentFailed({ reason: "fail" });
          resolve(result);
        }));
        window.offered = new Promise((resolve) => express.on("ready", (event) => resolve(event.availablePaymentMethods)));
        express.mount("#card");
      `);
      expect(await page.evaluate("offered")).toEqual({ link: true });
      await page.getByRole("button", { name: "Pay with Sandbox Pay" }).click();
    }

    it("pays when the page resolves the press", async () => {
      const { page, problems } = await openShop();
      await press(page, "resolve");
      expect(((await page.evaluate("confirmed")) as Result).paymentIntent?.status).toBe("succeeded");
      expect(problems).toEqual([]);
    });

    it("opens no sheet when the page rejects the press or is late", async () => {
      const { page } = await openShop();
      for (const answer of ["reject", "nothing"] as const) {
        await press(page, answer);
        await expect.poll(() => page.evaluate("happened"), { timeout: 30_000 }).toEqual(["click", "cancel"]);
      }
    });

    it("refuses an intent of another amount than the sheet has shown", async () => {
      const { page } = await openShop();
      await press(page, "resolve", 12_346);
      expect(((await page.evaluate("confirmed")) as Result).error?.type).toBe("invalid_request_error");
      await expect
        .poll(() => page.getByRole("button", { name: "Pay with Sandbox Pay" }).isEnabled(), { timeout: 30_000 })
        .toBe(true);
    });
  });
});
