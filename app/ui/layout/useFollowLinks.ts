import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * A click handler for a container of many plain links: follows those that match without a page load. A `<Link>` each
 * costs a dozen hooks, which is most of the time of rendering a long table.
 */
export function useFollowLinks(selector: string) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(selector) : null;
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash, { replace: link.href === window.location.href });
  };
}
