import type { Page } from "@playwright/test";

/** Replaces every text of the page while it is shown, as a browser's translation does, and marks it with »«. */
export const translatePages = (page: Page) =>
  page.addInitScript(() => {
    const translate = (root: Node) => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!parent || !node.nodeValue?.trim()) continue;
        if (parent.closest("font, script, style, textarea, select, title, [translate=no], [contenteditable=true]"))
          continue;
        texts.push(node as Text);
      }
      for (const text of texts) {
        const font = document.createElement("font");
        const inner = font.appendChild(document.createElement("font"));
        inner.textContent = text.nodeValue;
        font.dataset.translated = "";
        text.replaceWith(font);
      }
    };
    addEventListener("load", () =>
      // Visitors translate what they see, which has hydrated.
      setTimeout(() => {
        translate(document.body);
        // A page that is translated before it has hydrated is drawn again, with another body.
        new MutationObserver(() => translate(document.body)).observe(document, {
          childList: true,
          subtree: true,
          characterData: true,
        });
      }, 1000),
    );
  });
