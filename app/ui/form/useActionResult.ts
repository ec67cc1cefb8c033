import { useActionData, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { showToast } from "../feedback/showToast";
import type { KeptAnswer } from "./keepFormOnFailure";

const keptIn = (data: unknown) => (data as Partial<KeptAnswer> | undefined)?.kept;

/**
 * The action's last response to a form of the page. When a post fails before its action responds (see
 * `clientAction`), keeps the previous response with its files and messages. The failure shows as a toast until the
 * next post or page.
 */
export function useActionResult<Answer = unknown>() {
  const data = useActionData<Answer>();
  const answer = useRef(data);
  const kept = keptIn(data);
  if (!kept) answer.current = data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal failure in a new response counts too
  useEffect(() => {
    if (!kept) return;
    window.scrollTo({ top: (data as unknown as KeptAnswer).scrollY, behavior: "instant" });
    return showToast("danger", kept);
  }, [data]);
  return answer.current;
}

/** A key that resets a form on every navigation, but not after a failed post. */
export function useNavigationKey() {
  const { key } = useLocation();
  const held = useRef(key);
  if (!keptIn(useActionData())) held.current = key;
  return held.current;
}
