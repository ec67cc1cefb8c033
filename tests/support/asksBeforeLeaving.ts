import { expect, type Page, test } from "@playwright/test";
import { deepForms } from "./textForms";

/**
 * Expects that what was typed into the form is asked about before the page is left. `form` is its name in `deepForms`.
 * All ways out ask by one guard (tests/e2e/unsaved.spec.ts), so the browser's own is enough. Without script the
 * browser's Back restores a form.
 */
export async function asksBeforeLeaving(page: Page, form: string) {
  expect(Object.keys(deepForms)).toContain(form);
  if (test.info().project.use.javaScriptEnabled === false) return;
  const isAsked = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  await expect.poll(isAsked, `${form} asks before it is left`).toBe(true);
}
