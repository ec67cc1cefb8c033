import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { replayEarlyInput } from "./earlyInput";
import { rejectForeignAnswers } from "./ui/form/keepFormOnFailure";
import { useHydrated } from "./ui/form/useHydrated";
import { keepPageOnFailure } from "./ui/layout/keepPageOnFailure";

function Portal() {
  const hydrated = useHydrated();
  useEffect(() => {
    // Every component has hydrated at this point.
    if (!hydrated) return;
    keepPageOnFailure(window.__remixRouter);
    replayEarlyInput();
  }, [hydrated]);
  return <RemixBrowser />;
}

rejectForeignAnswers();
startTransition(() => {
  hydrateRoot(document, <Portal />);
});
