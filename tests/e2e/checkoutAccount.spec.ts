import { expect, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payButton,
  quantity,
  typeCard,
} from "../support/checkoutSteps";
import { lastMail, newPerson, type Person, signOut } from "../support/e2e";
import { test } from "../support/watchedTest";

const signIn = (page: Page) => page.getByRole("dialog", { name: "Sign In" });
const signUp = (page: Page) => page.getByRole("dialog", { name: "Create your free account" });

/** A visitor's checkout of one DA 20+ for $70, paid up to the account dialog. */
async function payAsVisitor(page: Page, { firstName, lastName, email }: Person, card?: string) {
  await page.goto(await checkoutOf(page, "Niche Edits"));
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  if (card) await typeCard(page, card);
  else await page.getByRole("button", { name: "Update total" }).click();
  await expect(payButton(page)).toHaveText("Pay $70.00");
  await payButton(page).click();
}

async function signUpInDialog(page: Page, person: Person) {
  await expect(signUp(page).getByLabel("First name")).toHaveValue(person.firstName);
  await expect(signUp(page).getByLabel("Email")).toHaveValue(person.email);
  await signUp(page).locator("input[name=password]").fill(person.password);
  await signUp(page).getByRole("button", { name: "SIGN UP" }).click();
}

async function signInInDialog(page: Page, person: Person) {
  await expect(signIn(page).getByLabel("Email")).toHaveValue(person.email);
  await signIn(page).locator("input[name=password]").fill(person.password);
  await signIn(page).getByRole("button", { name: "SIGN IN" }).click();
}

async function knownVisitor(page: Page, baseURL: string) {
  const person = await enterAsNewCustomer(page, baseURL);
  await page.goto("/orders");
  await signOut(page);
  return person;
}

test.describe("the account dialog of a checkout", () => {
  test("a new buyer signs up and the payment goes on by itself @script", async ({ page }) => {
    const person = newPerson();
    await payAsVisitor(page, person, CARDS.good);
    await signUpInDialog(page, person);
    const order = await arrivedAtSuccess(page);
    expect(await chargesOf(order.id)).toEqual([{ amount: 7_000, status: "succeeded", account: "regular" }]);
  });

  test("a known buyer signs in and confirms with 3-D Secure @script", async ({ page, baseURL }) => {
    const person = await knownVisitor(page, baseURL!);
    await payAsVisitor(page, person, CARDS.alwaysAuthenticated);
    await signInInDialog(page, person);
    await page.getByRole("button", { name: "Complete authentication" }).click();
    const order = await arrivedAtSuccess(page);
    expect(await chargesOf(order.id)).toMatchObject([{ status: "succeeded" }]);
  });

  test("a declined card after signing up keeps everything typed @script", async ({ page, expectRefusal }) => {
    expectRefusal(/\/__stripe\//);
    const person = newPerson();
    await payAsVisitor(page, person, CARDS.declined);
    await signUpInDialog(page, person);
    await expect(page.locator("#card-error")).toHaveText("Your card was declined.");
    await expect(page.getByText(/Order \d+ is waiting for payment of \$70\./)).toBeVisible();
    await expect(page.getByLabel("City")).toHaveValue("Springfield");
    await typeCard(page, CARDS.good);
    await payButton(page).click();
    await arrivedAtSuccess(page);
  });

  test("closing the dialog ends the payment until Pay is pressed @script", async ({ page, baseURL }) => {
    const person = await knownVisitor(page, baseURL!);
    await payAsVisitor(page, person, CARDS.good);
    await signIn(page).getByRole("link", { name: "Cancel" }).click();
    await expect(signIn(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Have an account?" }).click();
    await signInInDialog(page, person);
    await expect(page.getByText(`, ${person.email}`)).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
    await expect(page.getByText("Processing your payment")).toHaveCount(0);
    await expect(page.getByLabel("Card number")).toHaveValue(CARDS.good);
    await payButton(page).click();
    await arrivedAtSuccess(page);
  });

  test("a new address meets sign-up first, a known one sign-in", async ({
    page,
    baseURL,
    javaScriptEnabled: script,
  }) => {
    const person = await knownVisitor(page, baseURL!);
    const card = script ? CARDS.good : undefined;
    await payAsVisitor(page, person, card);
    await expect(signIn(page).getByLabel("Email")).toHaveValue(person.email);
    await expect(signIn(page).getByRole("link", { name: "Trouble signing in?" })).toHaveAttribute(
      "href",
      "/password/reset",
    );
    await expect(signIn(page).getByRole("button", { name: "Email me a sign-in link" })).toBeVisible();
    // Another visitor, without the draft of the first one.
    await page.context().clearCookies();
    await payAsVisitor(page, newPerson(), card);
    await expect(signUp(page).getByLabel("Email")).toBeVisible();
    await signUp(page).getByRole("link", { name: "Have an account?" }).click();
    await expect(signIn(page).getByRole("link", { name: "Trouble signing in?" })).toBeVisible();
  });

  test("the mailed link leads back to the filled-in checkout", async ({ page, baseURL, javaScriptEnabled: script }) => {
    const person = await knownVisitor(page, baseURL!);
    await payAsVisitor(page, person, script ? CARDS.good : undefined);
    const checkout = new URL(page.url()).pathname.replace(/\/sign-in$/, "");
    await signIn(page).getByRole("button", { name: "Email me a sign-in link" }).click();
    await expect(page.getByText("we sent a link to sign in.")).toBeVisible();
    const { text } = await lastMail(person.email);
    await page.goto(/http\S+\/signin\/link\/[\w-]+/.exec(text)![0]);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(checkout);
    await expect(quantity(page, "DA 20+")).toHaveValue("1");
    await expect(page.getByLabel("City")).toHaveValue("Springfield");
  });
});
