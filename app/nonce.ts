import { createContext, useContext } from "react";

/** The nonce of this answer's Content-Security-Policy; empty in the browser, where nothing needs it any more. */
export const NonceContext = createContext("");
export const useNonce = () => useContext(NonceContext);
