import { expect, type Locator, type Page } from "@playwright/test";

/** The client picker's search field. */
export const clientField = (scope: Page | Locator, label = "Client") => scope.getByLabel(label, { exact: true });

/** Searches a client by part of a name or email address and chooses the first match. */
export async function pickClient(scope: Page | Locator, text: string, script: boolean | undefined, label?: string) {
  await clientField(scope, label).fill(text);
  if (script) {
    await scope.getByRole("option").first().click();
    await expect(scope.getByRole("option")).toHaveCount(0);
    return;
  }
  await scope.getByRole("button", { name: "Search" }).click();
  await scope.getByRole("group", { name: "Matches" }).getByRole("radio").first().check();
}
