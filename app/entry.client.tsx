import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { replayEarlyInput } from "./earlyInput";
import { useHydrated } from "./ui/form/useHydrated";

function Portal() {
  const hydrated = useHydrated();
  useEffect(() => {
    // By now every piece of the page knows that script runs.
    if (hydrated) replayEarlyInput();
  }, [hydrated]);
  return <RemixBrowser />;
}

startTransition(() => {
  hydrateRoot(document, <Portal />);
});
