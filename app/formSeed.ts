import { createContext } from "react";

/** What the keys of this answer's forms begin with; empty in the browser, which makes keys of its own. */
export const FormSeedContext = createContext("");
