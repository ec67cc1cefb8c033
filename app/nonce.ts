import { createContext, useContext } from "react";

/** Browsers hide a nonce from the markup and keep it as a property. A style that appears later needs it. */
const nonceOfPage = () => document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";

/** The nonce of the document's Content-Security-Policy. */
export const NonceContext = createContext(typeof document === "undefined" ? "" : nonceOfPage());
export const useNonce = () => useContext(NonceContext);
