import { expect, type Page } from "@playwright/test";
import { SEEDED } from "../support/checkoutSteps";
import { liveConnection, PASSWORD, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

/** Addresses of what script fetches from the portal from now on. Modules are files. */
function requestsOf(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.resourceType() === "fetch" && !pathname.startsWith("/assets/")) urls.push(pathname + search);
  });
  return urls;
}

test.describe("requests of a navigation @script", () => {
  test("asks once per changed level, and never for the manifest or the bell", async ({ page }) => {
    const connected = liveConnection(page);
    await signInAs(page, SEEDED.customer, "/");
    await connected;
    const requests = requestsOf(page);
    const menu = page.getByRole("navigation").first();
    await menu.getByRole("link", { name: "Orders" }).click();
    await page.waitForURL("**/orders");
    await menu.getByRole("link", { name: "Services" }).click();
    await page.waitForURL("**/services");
    await page.locator("main a[href$='/details']").first().click();
    await page.waitForURL("**/details");
    expect(requests).toEqual([
      "/orders?_data=routes%2F_app.orders._index",
      "/services?_data=routes%2F_app.services._list",
      expect.stringMatching(/details\?_data=routes%2F_app\.services\.%24serviceId\.details$/),
    ]);
  });

  test("a filter and a row of a filtered list ask for their own data", async ({ page }) => {
    await signInAs(page, SEEDED.manager, "/orders");
    await page.goto("/orders?status=Working");
    const requests = requestsOf(page);
    await page.getByLabel("Client Name").fill("a");
    await page.keyboard.press("Enter");
    await page.waitForURL(/clientName=a/);
    await page.locator(".row-link").first().click();
    await page.waitForURL((url) => /^\/orders\/./.test(url.pathname));
    const data = requests.filter((url) => url.includes("_data="));
    expect(data).toEqual([
      expect.stringMatching(/_data=routes%2F_app\.orders\._index$/),
      expect.stringMatching(/_data=routes%2F_app\.orders\.%24orderId$/),
    ]);
  });

  for (const [path, label, text] of [
    ["/orders", "Client Name", "a"],
    ["/clients", "First Name", "a"],
    ["/subscriptions", "Client Name", "a"],
    ["/commissions", "Customer Name", "a"],
    ["/coupons", "Code", "A"],
  ] as const)
    test(`a filter change of ${path} makes two requests at most`, async ({ page }) => {
      const connected = liveConnection(page);
      await signInAs(page, SEEDED.manager, path);
      await connected;
      const requests = requestsOf(page);
      await page.getByLabel(label, { exact: true }).fill(text);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.search.includes(`=${text}`));
      await page.waitForLoadState("networkidle");
      expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(2);
      expect(requests[0]).toContain(`${path}?`);
    });

  test("a failed list request keeps the filters and can be tried again", async ({ page, expectRefusal }) => {
    expectRefusal(/\/clients/);
    await signInAs(page, SEEDED.manager, "/clients");
    const listOf = /\/clients\?.*_data=/;
    await page.route(listOf, (route) => route.abort());
    await page.getByLabel("First Name").fill("e");
    await page.keyboard.press("Enter");
    const toast = page.getByRole("alert").locator(".toast");
    await expect(toast).toContainText("We cannot show the next page at the moment");
    await expect(page.locator(".row-link").first()).toBeVisible();
    await expect(page.getByLabel("First Name")).toHaveValue("e");
    await page.unroute(listOf);
    await page.getByLabel("First Name").press("Enter");
    await expect(page).toHaveURL(/firstName=e/);
    await expect(page.getByLabel("First Name")).toHaveValue("e");
    await expect(toast).toHaveCount(0);
  });

  test("the menu of the last row opens inside the window", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 700 });
    await signInAs(page, SEEDED.manager, "/services?size=25");
    const last = page.locator("tbody tr").last();
    await last.locator("summary").scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await last.locator("summary").click();
    for (const item of await last.locator(".menu-item").all()) await expect(item).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator("tbody tr").first().locator("summary").click();
    const [summary, panel] = await Promise.all(
      ["summary", ".menu-panel"].map((part) => page.locator("tbody tr").first().locator(part).boundingBox()),
    );
    expect(panel!.y).toBeGreaterThanOrEqual(summary!.y + summary!.height);
  });

  test("a toast replaces the earlier one of its subject", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signInAs(page, SEEDED.manager, "/services");
    const copy = async () => {
      await page.locator("tbody summary").first().click();
      await page.getByRole("link", { name: "Copy Checkout URL" }).first().click();
    };
    await copy();
    // Other toasts tell of other people.
    const toasts = page.locator(".toast", { hasText: "URL" });
    await expect(toasts).toHaveText(["Checkout URL copied successfully"]);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("blocked"));
    });
    await copy();
    await expect(toasts).toHaveText(["Unable to copy checkout URL"]);
  });

  test("the bell counts what arrived before its connection", async ({ page, request }) => {
    let connect = () => {};
    const allowed = new Promise<void>((resolve) => {
      connect = resolve;
    });
    await page.routeWebSocket(/our-websocket/, async (socket) => {
      await allowed;
      socket.connectToServer();
    });
    await signInAs(page, SEEDED.superAdmin, "/notifications");
    await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
    const name = `Early${crypto.randomUUID().slice(0, 6)}`;
    const form = { firstName: name, lastName: "News", email: `${name}@example.com`, password: PASSWORD };
    expect((await request.post("/api/user/signUp", { data: form })).ok()).toBe(true);
    connect();
    const toast = page.locator(".toast", { hasText: `${name} News signed up` });
    await expect(toast).toHaveCount(1);
    // The whole toast opens what it tells of, which marks it as read.
    await toast.click({ position: { x: 40, y: 20 } });
    await expect(page).toHaveURL(/\/clients\/[\w-]+$/);
    await expect(toast).toHaveCount(0);
    await page.goto("/notifications");
    await expect(page.getByRole("button", { name: `${name} News signed up` })).not.toContainText("Unread");
  });
});
