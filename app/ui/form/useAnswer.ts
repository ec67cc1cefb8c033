import { useActionData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { showToast } from "../feedback/showToast";
import type { KeptAnswer } from "./unreachable";

/**
 * What the page's last post was answered with. A post that changed nothing (see `clientAction`) leaves the answer before it
 * in place, with its files and messages; its words show as a toast until the next post or page.
 */
export function useAnswer<Answer>() {
  const data = useActionData<Answer>();
  const answer = useRef(data);
  const kept = (data as Partial<KeptAnswer> | undefined)?.kept;
  if (!kept) answer.current = data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words in another answer are news too
  useEffect(() => (kept ? showToast("danger", kept) : undefined), [data]);
  return answer.current;
}
