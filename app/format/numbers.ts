import { type Language, writtenIn } from "./language";

/**
 * '1,234.5'. Written by hand, like amounts and months: Intl loads its locale rules on first use, which delayed a page
 * on a phone longer than rendering it.
 */
export const formatNumber = (value: number, language: Language | null = writtenIn()) =>
  String(value).replace(
    /(\d+)(?:\.(\d+))?/,
    (_, whole: string, rest?: string) =>
      whole.replace(/\B(?=(\d{3})+$)/g, language?.group ?? ",") + (rest ? (language?.decimal ?? ".") + rest : ""),
  );
