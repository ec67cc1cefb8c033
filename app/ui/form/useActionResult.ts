import { useActionData, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { showToast } from "../feedback/showToast";
import { STAYED_HASH } from "../layout/keepPageOnFailure";
import type { FailedPostAnswer } from "./keepFormOnFailure";

const failureIn = (data: unknown) => (data as FailedPostAnswer | undefined)?.failure;

/**
 * The action's last response to a form of the page. When a post fails before its action responds (see
 * `clientAction`), keeps the previous response with its files and messages. The failure shows as a toast until the
 * next post or page.
 */
export function useActionResult<Answer = unknown>() {
  const data = useActionData<Answer>();
  const answer = useRef(data);
  const failure = failureIn(data);
  const { hash } = useLocation();
  if (!failure && (data || hash !== STAYED_HASH)) answer.current = data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal failure in a new response counts too
  useEffect(() => {
    if (!failure) return;
    window.scrollTo({ top: (data as unknown as FailedPostAnswer).scrollY, behavior: "instant" });
    return showToast("danger", failure);
  }, [data]);
  return answer.current;
}

/** A key that resets a form on every navigation, but not after a failed post or link. */
export function useNavigationKey() {
  const { key, hash } = useLocation();
  const formKey = useRef(key);
  if (!failureIn(useActionData()) && hash !== STAYED_HASH) formKey.current = key;
  return formKey.current;
}
