import { expect } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

test("two people's changes are shown field by field, and both can be kept", async ({
  page,
  anotherBrowser,
  expectRefusal,
}) => {
  expectRefusal(/\/clients\//);
  // Each run types other values, because an unchanged record keeps its version.
  const run = String(Date.now() % 100_000);
  await signInAs(page, SEEDED.manager, "/clients?firstName=Emma");
  const edit = `${(await page.locator(".row-link").first().getAttribute("href"))!.split("?")[0]}/edit`;
  const other = await (await anotherBrowser()).newPage();
  await signInAs(other, SEEDED.superAdmin, edit);
  await page.goto(edit);
  await other.getByLabel("City").fill(`Graz ${run}`);
  await other.getByLabel("Phone").fill(`555 ${run}`);
  await other.getByRole("button", { name: "Save" }).click();
  await told(other, "Updated successfully");

  await page.getByLabel("City").fill(`Linz ${run}`);
  await page.getByLabel("Address").fill(`${run} Mill Lane`);
  await page.getByRole("button", { name: "Save" }).click();
  const both = page.getByRole("region", { name: "Both versions" });
  const choice = (label: string, side: RegExp) =>
    both.getByRole("group", { name: label, exact: true }).getByRole("radio", { name: side });
  await expect(choice("City", new RegExp(`^Yours\\s*Linz ${run}$`))).toBeChecked();
  await expect(choice("City", new RegExp(`^Theirs\\s*Graz ${run}$`))).not.toBeChecked();
  await expect(choice("Address", new RegExp(`^Yours\\s*${run} Mill Lane$`))).toBeChecked();
  await expect(both.getByRole("group", { name: "First name" })).toHaveCount(0);
  await expect(page.getByLabel("City", { exact: true })).toHaveValue(`Linz ${run}`);
  expect(await seriousFindings(page)).toEqual([]);
  await choice("City", /^Theirs/).check();
  await choice("Phone", /^Theirs/).check();
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Updated successfully");
  await page.goto(edit);
  await expect(page.getByLabel("City")).toHaveValue(`Graz ${run}`);
  await expect(page.getByLabel("Phone")).toHaveValue(`555 ${run}`);
  await expect(page.getByLabel("Address")).toHaveValue(`${run} Mill Lane`);
});
