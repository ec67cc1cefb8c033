import { expect, type Locator, type Page } from "@playwright/test";

/** The focused element and whether its focus ring is visible. */
export const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    // Chart bars are SVG links.
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body)
      return { name: "nothing", seen: false };
    // The control, its wrapper or the row its link covers may draw the ring.
    const drawsRing = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
      (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    const seen =
      drawsRing(getComputedStyle(element, "::after")) ||
      [element, element.parentElement, element.closest("label, .rich-text-box")].some(
        (candidate) => candidate && drawsRing(getComputedStyle(candidate)),
      );
    const box = element.getBoundingClientRect();
    const covered = box.bottom < 0 || box.top > window.innerHeight || box.width === 0;
    return {
      name: `${element.tagName} ${element.id || element.textContent?.trim().slice(0, 40)}`,
      seen: seen && !covered,
    };
  });

/** Presses Tab until the control has the focus. Throws after 80 stops; every stop must show its focus. */
export async function tabTo(page: Page, target: Locator) {
  // After the page's last stop the focus passes through the browser once.
  let beyondTheEnd = 0;
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press("Tab");
    const { name, seen: visible } = await focus(page);
    // A newly opened page focuses its main element, which is not a Tab stop.
    if (name === "MAIN main") continue;
    if (name === "nothing") beyondTheEnd++;
    else expect(visible, `the focus on ${name} can be seen`).toBe(true);
    expect(beyondTheEnd, "the focus was lost").toBeLessThanOrEqual(1);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} did not get the focus within 80 stops`);
}

export async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  // Replace the existing text, as a user would.
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}
