import { shortAddress } from "./placementTexts";

/** A link to a page of another site, in a tab of its own. */
export const OutsideLink = ({ href }: { href: string }) => (
  <a className="cell-out" href={href} target="_blank" rel="noopener noreferrer" title={href}>
    {shortAddress(href)}
  </a>
);
