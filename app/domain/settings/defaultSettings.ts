import { brand, mailButton } from "~/brand";
import {
  FIRST_CART_MAIL_HOURS,
  MAX_IDLE_DAYS,
  MAX_SESSION_DAYS,
  SECOND_CART_MAIL_HOURS,
  type Settings,
} from "../settings";

const { name, mail, supportEmail, socialLinks, legalLinks, testimonials, claims, welcomeVideo, strategy, issuers } =
  brand;

/** The main button of mails until the settings hold an accent, because style sheets do not work there. */
export const defaultButton = mailButton;

/** What holds until a page of the settings is saved. */
export const defaultSettings: Settings = {
  revision: 0,
  brand: { name, accent: mailButton.ground, palette: null, logo: null, logoDark: null, icon: null, language: "en-US" },
  contact: { supportEmail, socialLinks, legalLinks, testimonials, claims, welcomeVideo, strategy },
  company: { issuers, timeZone: "UTC", invoicePrefix: "", invoiceFooter: "", dueDays: null, taxes: null },
  mail,
  orders: {
    workingDays: [1, 2, 3, 4, 5],
    holidays: [],
    silentApprovalHours: 0,
    cartMails: true,
    firstCartMailHours: FIRST_CART_MAIL_HOURS,
    secondCartMailHours: SECOND_CART_MAIL_HOURS,
    orderNumberStart: null,
  },
  notices: { staff: {}, customers: {} },
  security: { staffTwoFactor: "optional", idleDays: MAX_IDLE_DAYS, sessionDays: MAX_SESSION_DAYS, signInLinks: true },
  mailTexts: {},
  payments: { retryDays: [1, 3, 6], noticeDays: 3, statementTexts: { regular: "", custom: "" }, askToCancel: false },
  data: { securityDays: 90, visitMonths: 13, noticeDays: 90 },
  shop: { open: true, sites: [] },
};
