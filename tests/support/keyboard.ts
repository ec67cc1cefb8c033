import { expect, type Locator, type Page } from "@playwright/test";

/** What has the focus, and whether anybody can see that. */
export const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    // The bars of a chart are links within a drawing.
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body)
      return { name: "nothing", seen: false };
    // A ring may be drawn by the control itself, by the box around it, or around the whole row that its link covers.
    const drawsRing = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
      (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    const seen =
      drawsRing(getComputedStyle(element, "::after")) ||
      [element, element.parentElement, element.closest("label, .rich-text-box")].some(
        (one) => one && drawsRing(getComputedStyle(one)),
      );
    const box = element.getBoundingClientRect();
    const covered = box.bottom < 0 || box.top > window.innerHeight || box.width === 0;
    return {
      name: `${element.tagName} ${element.id || element.textContent?.trim().slice(0, 40)}`,
      seen: seen && !covered,
    };
  });

/** Tab after Tab until the control has the focus; every stop on the way must show it. */
export async function tabTo(page: Page, target: Locator) {
  // Behind the last stop of a page comes the browser itself, once.
  let beyondTheEnd = 0;
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press("Tab");
    const { name, seen } = await focus(page);
    // A page that has just come puts the keyboard at its content, which is no stop of the Tab key.
    if (name === "MAIN main") continue;
    if (name === "nothing") beyondTheEnd++;
    else expect(seen, `the focus on ${name} can be seen`).toBe(true);
    expect(beyondTheEnd, "the focus was lost").toBeLessThanOrEqual(1);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Eighty stops and never at ${target}`);
}

export async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  // As a person would, over what stands there.
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}
