import { createContext, useContext, useEffect, useState } from "react";

/** The id of the request that renders this document. Empty in the browser, which reads it from the document. */
export const RequestIdContext = createContext("");

export const REQUEST_ID_META = "request-id";

/** A failed data request carries its id as the error's message, because Remix removes the real one. */
export const faultMessage = (requestId: string) => `Request ${requestId}`;
const idIn = (error: unknown) =>
  error instanceof Error ? (/^Request ([0-9a-f-]{36})$/.exec(error.message)?.[1] ?? null) : null;

/** The id of the request that failed with `error`; empty until script has read it from the document. */
export function useRequestId(error: unknown): string {
  const rendered = useContext(RequestIdContext);
  const [inDocument, setInDocument] = useState("");
  useEffect(() => {
    setInDocument(document.querySelector<HTMLMetaElement>(`meta[name="${REQUEST_ID_META}"]`)?.content ?? "");
  }, []);
  return idIn(error) ?? (rendered || inDocument);
}
