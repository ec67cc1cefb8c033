/** `/embed.js`: puts the card of the service that its tag names after the tag (docs/shop.md). */
export const EMBED_SCRIPT = `(() => {
  const script = document.currentScript;
  const service = script && script.dataset.service;
  if (!service) return;
  const frame = document.createElement("iframe");
  frame.src = new URL("/embed/" + encodeURIComponent(service), script.src).href;
  frame.title = script.dataset.title || "Service and price";
  frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation");
  frame.style.cssText = "display:block;width:100%;max-width:352px;height:360px;border:0";
  script.after(frame);
})();
`;
