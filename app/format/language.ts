/** How dates and numbers of a language are written. The server makes it (languageTable.server.ts). */
export interface Language {
  months: readonly string[];
  shortMonths: readonly string[];
  /** Short names in dates without a day. */
  monthsAlone: readonly string[];
  /** Its pattern for each pattern of `dates.ts`. */
  patterns: Readonly<Record<string, string>>;
  group: string;
  decimal: string;
}

/**
 * One deployment is one agency, so all that an isolate or a browser writes is in one language. Null: American English.
 */
let current: Language | null = null;

export const writtenIn = (): Language | null => current;

/** Sets the language of all dates and numbers from here on (rules.md pages/language). */
export function writeIn(language: Language | null | undefined): void {
  current = language ?? null;
}
