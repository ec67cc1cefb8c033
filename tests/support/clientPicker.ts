import { expect, type Locator, type Page } from "@playwright/test";

/** The client picker's search field. */
export const clientField = (scope: Page | Locator, label = "Client") => scope.getByLabel(label, { exact: true });

/** Searches a client by part of a name or email address and chooses the first match. */
export async function pickClient(scope: Page | Locator, text: string, script: boolean | undefined, label?: string) {
  await clientField(scope, label).fill(text);
  if (script) {
    // A select has options too.
    const options = scope.getByRole("listbox", { name: "Matches" }).getByRole("option");
    await options.first().click();
    await expect(options).toHaveCount(0);
    return;
  }
  await scope.getByRole("button", { name: "Search" }).click();
  await scope.getByRole("group", { name: "Matches" }).getByRole("radio").first().check();
}
