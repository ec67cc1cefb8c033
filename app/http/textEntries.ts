/** The texts of a form by name, without its files. */
export const textEntries = (form: FormData): [string, string][] =>
  [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
