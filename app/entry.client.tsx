import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { replayEarlyInput } from "./earlyInput";
import { ignoreComposition } from "./ignoreComposition";
import { currentRouter, interceptRouteRequests } from "./remixInternals";
import { followTranslation } from "./translatedText";
import { rejectForeignAnswer } from "./ui/form/keepFormOnFailure";
import { useHydrated } from "./ui/form/useHydrated";
import { keepPageOnFailure, readOrKeepPage } from "./ui/layout/keepPageOnFailure";
import { loadDrawnParts } from "./ui/lazyPart";

function Portal() {
  const hydrated = useHydrated();
  useEffect(() => {
    // Every component has hydrated at this point.
    if (!hydrated) return;
    keepPageOnFailure(currentRouter()!);
    replayEarlyInput();
  }, [hydrated]);
  return <RemixBrowser />;
}

const hydrate = () =>
  startTransition(() => {
    hydrateRoot(document, <Portal />);
  });

interceptRouteRequests(window, (request, send) =>
  request.isPost ? rejectForeignAnswer(send) : readOrKeepPage(request, send),
);
ignoreComposition();
followTranslation();
const drawn = loadDrawnParts();
if (drawn.length > 0) void Promise.allSettled(drawn).then(hydrate);
else hydrate();
