/**
 * Lets React change a page that the browser translates. Translation puts a <font> in the place of each text node that
 * React holds, so that removing the node, or inserting before it, would throw and replace the page by an error. Here
 * the font takes the place of its node. Call before hydration.
 */
export function followTranslation() {
  const fonts = new WeakMap<Node, Element>();
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const font = fonts.get(target);
      // React wrote a new text into a node that is no longer shown.
      if (font && !target.isConnected) font.textContent = target.nodeValue;
      for (const removed of removedNodes) {
        if (!(removed instanceof Text)) continue;
        const added = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
        if (!added) continue;
        fonts.set(removed, added as Element);
        observer.observe(removed, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });

  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const font = child.parentNode === this ? undefined : fonts.get(child);
    if (!font) return removeChild.call(this, child) as T;
    font.remove();
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const font = before && before.parentNode !== this ? fonts.get(before) : undefined;
    return insertBefore.call(this, node, font?.parentNode === this ? font : before) as T;
  };
}
