import { cleanField } from "~/format/cleanForm";

const cleanValue = (name: string, value: unknown) => (typeof value === "string" ? cleanField(name, value) : value);

/** Printable ASCII without an escaped control or character is clean. */
const UNCLEAN = /[^\t\n\r\x20-\x7e]|\\[ubfr]/;

/** JSON.parse with clean strings. Reads each value once more only where the text can need it. */
export const parseCleanJson = (text: string): unknown => JSON.parse(text, UNCLEAN.test(text) ? cleanValue : undefined);
