import type { Cents } from "../money";

/** An extra sold with a package. Its price, in cents, is added to the unit price (rules.md catalogue/add-ons). */
export interface AddOn {
  value: string;
  price: Cents;
  defaultOption: boolean;
}

/** Applies from `count` units on: the highest tier reached takes `percent` off the line. */
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
  /** Sanitised HTML, and its Markdown source. */
  answer: string;
  answerSource: string;
}
