import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Faster pages feel instant, and a loading indicator would only flicker. */
const GLANCE_MS = 200;

/** The location of a page that is loading slowly; null otherwise. */
export function usePendingNavigation() {
  const { location, state } = useNavigation();
  // While a form submits, its button shows the progress instead.
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
