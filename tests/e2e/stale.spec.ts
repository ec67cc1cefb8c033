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
  await signInAs(page, SEEDED.manager, "/clients?firstName=Emma");
  const edit = `${(await page.locator(".row-link").first().getAttribute("href"))!.split("?")[0]}/edit`;
  const other = await (await anotherBrowser()).newPage();
  await signInAs(other, SEEDED.superAdmin, edit);
  await page.goto(edit);
  await other.getByLabel("City").fill("Graz");
  await other.getByLabel("Phone").fill("555 0199");
  await other.getByRole("button", { name: "Save" }).click();
  await told(other, "Updated successfully");

  await page.getByLabel("City").fill("Linz");
  await page.getByLabel("Address").fill("7 Mill Lane");
  await page.getByRole("button", { name: "Save" }).click();
  const both = page.getByRole("region", { name: "Both versions" });
  const choice = (label: string, side: RegExp) =>
    both.getByRole("group", { name: label, exact: true }).getByRole("radio", { name: side });
  await expect(choice("City", /^Yours\s*Linz$/)).toBeChecked();
  await expect(choice("City", /^Theirs\s*Graz$/)).not.toBeChecked();
  await expect(choice("Address", /^Yours\s*7 Mill Lane$/)).toBeChecked();
  await expect(both.getByRole("group", { name: "First name" })).toHaveCount(0);
  await expect(page.getByLabel("City", { exact: true })).toHaveValue("Linz");
  expect(await seriousFindings(page)).toEqual([]);
  await choice("City", /^Theirs/).check();
  await choice("Phone", /^Theirs/).check();
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Updated successfully");
  await page.goto(edit);
  await expect(page.getByLabel("City")).toHaveValue("Graz");
  await expect(page.getByLabel("Phone")).toHaveValue("555 0199");
  await expect(page.getByLabel("Address")).toHaveValue("7 Mill Lane");
});
