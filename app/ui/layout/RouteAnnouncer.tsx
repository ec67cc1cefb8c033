import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Does for client navigations what browsers do on a page load. It announces the title, and moves the focus to the
 * content when the clicked link has left the page.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState("");
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    // A dialog, an error or a field of the page may have taken the focus already.
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  );
}
