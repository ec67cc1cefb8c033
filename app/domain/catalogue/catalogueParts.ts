import type { Cents } from "../money";

/**
 * An extra sold with a package; the unit price becomes package + add-on (rules.md catalogue/add-ons). Price in cents.
 */
export interface AddOn {
  value: string;
  price: Cents;
  defaultOption: boolean;
}

/** Reached at `count` units: the highest tier met takes `percent` off the line. */
export interface DiscountTier {
  count: number;
  percent: number;
}

export interface SubStatus {
  name: string;
  sequence: number;
}

export interface SampleReport {
  title: string;
  reportUrl: string;
  imageKey: string;
}

export interface Faq {
  question: string;
  /** Sanitised HTML, and the Markdown it was written in. */
  answer: string;
  answerSource: string;
}
