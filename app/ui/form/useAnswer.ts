import { useActionData, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { showToast } from "../feedback/showToast";
import type { KeptAnswer } from "./keepFormOnFailure";

const keptIn = (data: unknown) => (data as Partial<KeptAnswer> | undefined)?.kept;

/**
 * The action's last answer to a form of the page. A post that its action did not answer (see `clientAction`) leaves the
 * answer before it in place, with its files and messages, and shows as a toast until the next post or page.
 */
export function useAnswer<Answer = unknown>() {
  const data = useActionData<Answer>();
  const answer = useRef(data);
  const kept = keptIn(data);
  if (!kept) answer.current = data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words in another answer are news too
  useEffect(() => {
    if (!kept) return;
    window.scrollTo({ top: (data as unknown as KeptAnswer).scrollY, behavior: "instant" });
    return showToast("danger", kept);
  }, [data]);
  return answer.current;
}

/** A key that changes with every navigation, so that a form starts afresh, but not with a post that failed. */
export function useNavigationKey() {
  const { key } = useLocation();
  const held = useRef(key);
  if (!keptIn(useActionData())) held.current = key;
  return held.current;
}
