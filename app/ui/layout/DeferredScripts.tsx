import { createContext, useContext } from "react";

/** The text of the page's script. Empty in the browser, which has already run it. */
export const PageScriptContext = createContext("");

/** Replaces Remix's `<Scripts>` (docs/decisions/0032-scripts-after-paint.md). */
export function DeferredScripts({ nonce }: { nonce: string }) {
  const script = useContext(PageScriptContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the data in it.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}
