import { useEffect, useRef, useState } from "react";

/**
 * The version this page was rendered from. Only the page's own saves move it on: one form is saved while another
 * is half typed, and another person's change must still be noticed (rules.md forms/version).
 */
export function useOwnVersion(loaded: number, refused: boolean) {
  const [version, setVersion] = useState(loaded);
  const own = useRef(false);
  useEffect(() => {
    if (own.current && !refused) setVersion(loaded);
    own.current = false;
  }, [loaded, refused]);
  const follow = () => {
    own.current = true;
  };
  return [version, follow] as const;
}
