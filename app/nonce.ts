import { createContext, useContext } from "react";

/** The nonce of the response's Content-Security-Policy. Empty in the browser, where it is not needed. */
export const NonceContext = createContext("");
export const useNonce = () => useContext(NonceContext);
