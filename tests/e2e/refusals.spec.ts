import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payButton,
  payWith,
  quantity,
  SEEDED,
  summary,
  typeCard,
} from "../support/checkoutSteps";
import { fillSignIn } from "../support/e2e";
import { test } from "../support/watchedTest";

const SERVICE = "Niche Edits";

async function filledCheckout(page: Page, path: string, waitUntil: "load" | "commit" = "load") {
  await page.goto(path, { waitUntil });
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
}

/** The portal behind a proxy that drops every cookie, as a browser that refuses them does. */
async function cookielessPortal(baseURL: string) {
  const server = createServer((asked, answer) => {
    const { method, headers } = asked;
    const sent = request(new URL(asked.url ?? "/", baseURL), { method, headers }, (response) => {
      const { "set-cookie": _, ...kept } = response.headers;
      answer.writeHead(response.statusCode ?? 502, kept);
      response.pipe(answer);
    });
    sent.on("error", () => answer.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { base: `http://localhost:${port}`, close };
}

const refusedCookies = (page: Page) => page.getByRole("alert").filter({ hasText: "Your browser refused our cookie" });

test("says at sign-in that cookies are needed", async ({ page, baseURL }) => {
  const portal = await cookielessPortal(baseURL!);
  await page.goto(`${portal.base}/signin?redirectUrl=/orders`);
  await fillSignIn(page, SEEDED.customer);
  await expect(refusedCookies(page)).toBeVisible();
  await expect(page.getByLabel("Email")).toBeVisible();
  portal.close();
});

test("says in the checkout that cookies are needed", async ({ page, baseURL, javaScriptEnabled: script = true }) => {
  const portal = await cookielessPortal(baseURL!);
  await filledCheckout(page, portal.base + (await checkoutOf(page, SERVICE)));
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Example");
  await page.getByLabel("Email").fill(SEEDED.customer.email);
  if (script) await typeCard(page, CARDS.good);
  else await page.getByRole("button", { name: "Update total" }).click();
  await payButton(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(SEEDED.customer.email);
  await dialog.locator("input[name=password]").fill(SEEDED.customer.password);
  await dialog.getByRole("button", { name: "SIGN IN" }).click();
  await expect(refusedCookies(page)).toBeVisible();
  portal.close();
});

test("pays when the browser refuses storage @script", async ({ page, baseURL, pageErrors }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  await enterAsNewCustomer(page, baseURL!);
  await filledCheckout(page, await checkoutOf(page, SERVICE));
  await payWith(page, CARDS.good, true);
  const order = await arrivedAtSuccess(page);
  expect((await chargesOf(order.id)).map(({ status }) => status)).toEqual(["succeeded"]);
  // The router's own scroll memory complains, and works without.
  expect(pageErrors.texts.splice(0).filter((text) => !text.includes("Access is denied"))).toEqual([]);
});

test("offers the provider's page while the card script hangs @script", async ({ page, baseURL, expectRefusal }) => {
  expectRefusal(/__stripe/);
  await enterAsNewCustomer(page, baseURL!);
  const script = /\/__stripe\/[^?]*\.js/;
  await page.route(script, () => {});
  // The script delays the load event.
  await filledCheckout(page, await checkoutOf(page, SERVICE), "commit");
  await expect(summary(page)).toContainText("Due today$70");
  await expect(page.getByText("The card field is slow to load.")).toBeVisible();
  await payButton(page).click();
  await page.waitForURL(/__stripe/, { waitUntil: "commit" });
  await page.unroute(script);
  await payWith(page, CARDS.good, false);
  expect((await chargesOf((await arrivedAtSuccess(page)).id)).map(({ status }) => status)).toEqual(["succeeded"]);
});
