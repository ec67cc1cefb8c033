import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Up to here a page seems to come at once, and a sign of waiting would only flicker. */
const GLANCE_MS = 200;

/** The address of the page that was asked for and lets wait; null while nothing does. */
export function usePendingNavigation() {
  const { location, state } = useNavigation();
  // While a form is being sent its button says so.
  const waiting = state === "loading";
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), GLANCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return late && waiting ? location : null;
}
