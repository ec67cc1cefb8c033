import type { Brand, IssuingEntity } from "~/brand";
import type { LanguageTag } from "./languages";
import type { MailKind } from "./mailKinds";
import type { MailText } from "./mailTemplate";
import type { PaymentAccount } from "./ports/payments";
import type { InvoiceCountry } from "./ports/printer";
import type { TaxRate } from "./taxes";

/** What the agency is called and how it looks. */
interface BrandSettings {
  name: string;
  /** #rrggbb. */
  accent: string;
  /** The scale of the accent; null for the default one, which the style sheet holds. */
  palette: AccentPalette | null;
  /** For light grounds, and for dark ones. */
  logo: BrandImage | null;
  logoDark: BrandImage | null;
  icon: BrandImage | null;
  /** Of dates and numbers. */
  language: LanguageTag;
}

/** The colours of `accentTokens` in both modes, as #rrggbb or #rrggbbaa. */
export interface AccentPalette {
  light: readonly string[];
  dark: readonly string[];
}

/** A stored picture of the agency. `key` of uploads; pixels. */
export interface BrandImage {
  key: string;
  type: "image/png" | "image/webp";
  width: number;
  height: number;
}

/** How the agency is reached, and what signed-out pages and the welcome page say about it. */
export type ContactSettings = Pick<
  Brand,
  "supportEmail" | "socialLinks" | "legalLinks" | "testimonials" | "claims" | "welcomeVideo" | "strategy"
>;

interface CompanySettings {
  issuers: Record<InvoiceCountry, IssuingEntity>;
  /** IANA name: the zone of the agency's days. */
  timeZone: string;
  /** Printed before the number of an order's invoice. */
  invoicePrefix: string;
  /** Printed under an invoice. Empty: none. */
  invoiceFooter: string;
  /** Days from today that the due date of a service's invoice starts with. Null: staff choose each time. */
  dueDays: number | null;
  /** Null until the first one is saved: no order has a tax then (rules.md taxes/none). */
  taxes: TaxRate[] | null;
}

export interface MailSettings {
  fromName: string;
  fromAddress: string;
  replyTo: string;
}

/** Until the settings hold others. */
export const FIRST_CART_MAIL_HOURS = 1;
export const SECOND_CART_MAIL_HOURS = 20;

export interface OrderSettings {
  /** 0 is Sunday. */
  workingDays: number[];
  /** yyyy-MM-dd, in the agency's zone. */
  holidays: { day: string; name: string }[];
  /** Of new packages: hours after which no answer counts as approval. 0: never. */
  silentApprovalHours: number;
  /** Whether clients are mailed about checkouts that they left unpaid, and after how many hours. */
  cartMails: boolean;
  firstCartMailHours: number;
  secondCartMailHours: number;
  /** What the next order was given when this was last set; null: never. */
  orderNumberStart: number | null;
}

/** Days: the safe maximum of `idleDays` and `sessionDays`. */
export const MAX_IDLE_DAYS = 7;
export const MAX_SESSION_DAYS = 30;

export interface SecuritySettings {
  /** Stricter than the environment's, or the same. */
  staffTwoFactor: "optional" | "required";
  /** Days without a request after which a session ends, and days after which it ends in any case. */
  idleDays: number;
  sessionDays: number;
  /** Whether people can ask for a sign-in link by email. */
  signInLinks: boolean;
}

/** How kinds of notices reach people who have not chosen; both ways for one that is not named. */
export interface NoticeSettings {
  staff: NoticeDefaults;
  customers: NoticeDefaults;
}
type NoticeDefaults = { [kind in string]?: "both" | "inApp" | "email" | "none" | undefined };

/** Texts of the agency's own in place of those of the portal (rules.md settings/mail-texts). Null: restored. */
export type MailTexts = Partial<Record<MailKind, MailText | null>>;

export interface PaymentSettings {
  /** Days after the first try on which a failed renewal is tried again, ascending (rules.md subscriptions/dunning). */
  retryDays: number[];
  /** Days before a renewal on which the customer gets a mail. */
  noticeDays: number;
  /** What the statement of a card adds to the account's own text (rules.md payments/statement). Empty: nothing. */
  statementTexts: Record<PaymentAccount, string>;
  /** Clients ask staff to cancel a subscription, instead of cancelling it themselves (rules.md subscriptions/own). */
  askToCancel: boolean;
}

/** The shop of visitors (rules.md shop/listed). */
export interface ShopSettings {
  open: boolean;
  /** Origins of the sites that may embed its cards. */
  sites: string[];
}

/** How long records stay that no law asks for (rules.md retention/periods). */
export interface DataSettings {
  securityDays: number;
  visitMonths: number;
  /** Of notifications that were read. Unread ones stay twice as long. */
  noticeDays: number;
}

/** Each page of `/settings` with what it stores, as JSON in its row of `settings` (rules.md settings/pages). */
export interface SettingsPages {
  brand: BrandSettings;
  contact: ContactSettings;
  company: CompanySettings;
  mail: MailSettings;
  orders: OrderSettings;
  notices: NoticeSettings;
  security: SecuritySettings;
  mailTexts: MailTexts;
  payments: PaymentSettings;
  shop: ShopSettings;
  data: DataSettings;
}
export type SettingsPage = keyof SettingsPages;

/** All settings as one request, job or mail sees them. */
export interface Settings extends SettingsPages {
  /** Grows with each save of any page. 0: nothing was ever saved. */
  revision: number;
}

/** The row of `settings` whose version is the revision. */
export const REVISION = "revision";
