import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * What a browser does by itself with a page that it loads, for one that comes without a load: its title is read out, and
 * the keyboard begins at its content when the link that led here went with the page before.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState("");
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    // A dialog, an error or a field of the page may have taken the focus by now.
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  );
}
