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
    // Visitors translate what they see, which has hydrated. A test that waits for a mark waits for this too.
    const isHydrated = () => {
      if (!("__remixContext" in window)) return true;
      const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
      const root = key && (document as unknown as Record<string, HostRoot>)[key];
      return Boolean(root && !root.stateNode.current.memoizedState.isDehydrated);
    };
    const begin = () => {
      if (!isHydrated()) return setTimeout(begin, 50);
      requestIdleCallback(
        () => {
          translate(document.body);
          const changes = { childList: true, subtree: true, characterData: true };
          new MutationObserver(() => translate(document.body)).observe(document, changes);
        },
        { timeout: 1000 },
      );
    };
    addEventListener("load", begin);
  });

interface HostRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}
