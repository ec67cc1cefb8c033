/** The languages of dates and numbers, as BCP 47 tags. The first is the default (rules.md pages/language). */
export const languages = ["en-US", "en-GB", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da"] as const;
export type LanguageTag = (typeof languages)[number];

export const languageLabels: Record<LanguageTag, string> = {
  "en-US": "English (United States): 5 Mar 26 02:07 PM, 1,234.50",
  "en-GB": "English (United Kingdom): 5 Mar 26 14:07, 1,234.50",
  de: "German: 5. März 26 14:07, 1.234,50",
  fr: "French: 5 mars 26 14:07, 1 234,50",
  es: "Spanish: 5 mar 26 14:07, 1.234,50",
  it: "Italian: 5 mar 26 14:07, 1.234,50",
  nl: "Dutch: 5 mrt 26 14:07, 1.234,50",
  pt: "Portuguese: 5 de mar. de 26 14:07, 1.234,50",
  pl: "Polish: 5 mar 26 14:07, 1 234,50",
  sv: "Swedish: 5 mars 26 14:07, 1 234,50",
  da: "Danish: 5. mar. 26 14.07, 1.234,50",
};
