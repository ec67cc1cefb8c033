/**
 * Every link of the portal and the ids in it: system ids are sent as base64url; plain base64 is accepted (rules.md
 * orders/ids).
 */
const ID = /^[0-9A-Za-z_-]{1,64}$/;

/** True when a text can be a system id, e.g. in a query, where ids stand plain. */
export const isIdText = (text: string) => ID.test(text);

export function encodeId(id: string) {
  return btoa(id).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The id in a path part, or null when it is not one (the 404 page). */
export function decodeId(part: string | undefined): string | null {
  if (!part || part.length > 200 || !/^[0-9A-Za-z+/_-]+={0,2}$/.test(part)) return null;
  try {
    const id = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    return ID.test(id) ? id : null;
  } catch {
    return null;
  }
}

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
  return search.size ? `${path}?${search}` : path;
};

/** Where buyers arrive after paying. */
export const SUCCESS_PATH = "/checkout/success";

/** In the query of `paths.cookieCheck`. */
export const COOKIE_CHECK = "signedIn";

export const paths = {
  home: () => "/",
  /** Staff's home with the figures of a range, yyyy-MM-dd. */
  dashboard: (fromDate: string, toDate: string) => withQuery("/", { fromDate, toDate }),
  report: (type: string) => `/reports/${type}`,
  signIn: (redirectUrl?: string) =>
    withQuery("/signin", { redirectUrl: redirectUrl === "/" ? undefined : redirectUrl }),
  /** The sign-in page after a sign-in, which leads on unless the browser has refused the session's cookie. */
  cookieCheck: (redirectUrl: string) =>
    withQuery("/signin", { [COOKIE_CHECK]: "1", redirectUrl: redirectUrl === "/" ? undefined : redirectUrl }),
  signUp: (redirectUrl?: string) =>
    withQuery("/signup", { redirectUrl: redirectUrl === "/" ? undefined : redirectUrl }),
  /** Where the second factor is requested. */
  signInCode: (redirectUrl?: string) =>
    withQuery("/signin/code", { redirectUrl: redirectUrl === "/" ? undefined : redirectUrl }),
  signInLink: (redirectUrl?: string) =>
    withQuery("/signin/link", { redirectUrl: redirectUrl === "/" ? undefined : redirectUrl }),
  signInLinkSent: (redirectUrl?: string) =>
    withQuery("/signin/link", { sent: "1", redirectUrl: redirectUrl === "/" ? undefined : redirectUrl }),
  signInByLink: (token: string) => `/signin/link/${encodeURIComponent(token)}`,
  signInAfterLockout: ({ userId, sentAt, mac }: { userId: string; sentAt: number; mac: string }) =>
    `/signin/locked/${userId}/${sentAt}/${mac}`,
  signOut: () => "/logout",
  forgotPassword: () => "/password/reset",
  forgotPasswordSent: () => "/password/reset?sent=1",
  resetPassword: (token: string) => `/password/reset/${encodeURIComponent(token)}`,
  welcome: () => "/welcome",
  profile: () => "/profile",
  twoFactor: () => "/profile/two-factor",
  twoFactorUndo: ({ userId, enabledAt, mac }: { userId: string; enabledAt: number; mac: string }) =>
    `/two-factor/undo/${userId}/${enabledAt}/${mac}`,
  team: () => "/teams",
  teamNew: () => "/teams/new",
  teamAccount: (id: string) => `/teams/${encodeId(id)}`,
  teamInvitation: (id: string) => `/teams/${encodeId(id)}/invitation`,
  teamTwoFactor: (id: string) => `/teams/${encodeId(id)}/two-factor`,
  teamAccountDelete: (id: string) => `/teams/${encodeId(id)}/delete`,
  preferences: () => "/preferences",
  notifications: () => "/notifications",
  unreadNotifications: () => "/notifications?show=unread",
  latestNotifications: () => "/notifications/latest",
  services: () => "/services",
  servicesArrange: () => "/services/arrange",
  serviceNew: () => "/services/new",
  serviceEdit: (id: string) => `/services/${encodeId(id)}`,
  serviceCheckoutUrl: (id: string) => `/services/${encodeId(id)}/checkout-url`,
  serviceDuplicate: (id: string) => `/services/${encodeId(id)}/duplicate`,
  serviceDelete: (id: string) => `/services/${encodeId(id)}/delete`,
  servicePackages: (id: string) => `/services/${encodeId(id)}/packages`,
  servicePackagesArrange: (id: string) => `/services/${encodeId(id)}/packages/arrange`,
  servicePackageNew: (id: string) => `/services/${encodeId(id)}/packages/new`,
  servicePackage: (id: string, packageId: string) => `/services/${encodeId(id)}/packages/${encodeId(packageId)}`,
  servicePackageDelete: (id: string, packageId: string) =>
    `/services/${encodeId(id)}/packages/${encodeId(packageId)}/delete`,
  serviceIntakeForm: (id: string) => `/services/${encodeId(id)}/intake-form`,
  serviceCustomerInterface: (id: string) => `/services/${encodeId(id)}/customer-interface`,
  serviceInvoice: (id: string) => `/services/${encodeId(id)}/invoice`,
  serviceDetails: (id: string) => `/services/${encodeId(id)}/details`,
  checkout: (id: string) => `/services/${encodeId(id)}/checkout`,
  orderAgain: (serviceId: string, orderId: string) =>
    `/services/${encodeId(serviceId)}/checkout?like=${encodeURIComponent(orderId)}`,
  checkoutSuccess: (orderId: string) => `${SUCCESS_PATH}?orderId=${encodeId(orderId)}`,
  orders: () => "/orders",
  order: (id: string) => `/orders/${encodeId(id)}`,
  orderMessages: (id: string, thread: string) =>
    `/orders/${encodeId(id)}${thread === "Admin" ? "?thread=admin" : ""}#messages`,
  /** Requests of an order page's script: its thread, and its forms without leaving the page. */
  orderThread: (id: string) => `/orders/${encodeId(id)}/talk`,
  orderReportDelete: (id: string, reportId: string) => `/orders/${encodeId(id)}/reports/${encodeId(reportId)}/delete`,
  orderNew: () => "/orders/new",
  orderInvoice: (id: string) => `/orders/${encodeId(id)}/invoice`,
  ordersExport: () => "/orders/export",
  orderClients: () => "/orders/new/clients",
  /** Requested by script after a payment: its state. */
  orderPayment: (id: string) => `/orders/${encodeId(id)}/payment`,
  orderPay: (id: string) => `/orders/${encodeId(id)}/pay`,
  orderCancel: (id: string) => `/orders/${encodeId(id)}/cancel`,
  orderRefund: (id: string) => `/orders/${encodeId(id)}/refund`,
  orderEntryNew: (id: string, packageId: string) => `/orders/${encodeId(id)}/packages/${encodeId(packageId)}`,
  orderEntry: (id: string, entryId: string) => `/orders/${encodeId(id)}/entries/${encodeId(entryId)}`,
  orderEntryDelete: (id: string, entryId: string) => `/orders/${encodeId(id)}/entries/${encodeId(entryId)}/delete`,
  orderReopen: (id: string) => `/orders/${encodeId(id)}/reopen`,
  subscriptions: () => "/subscriptions",
  subscription: (id: string) => withQuery("/subscriptions", { id }),
  subscriptionsOf: (clientId: string) => withQuery("/subscriptions", { clientId }),
  subscriptionsExport: () => "/subscriptions/export",
  subscriptionChargeNow: (id: string) => `/subscriptions/${encodeId(id)}/charge-now`,
  subscriptionCancel: (id: string) => `/subscriptions/${encodeId(id)}/cancel`,
  billingHealth: () => "/subscriptions/health",
  unmatchedRefund: (id: string) => `/subscriptions/health/payments/${encodeId(id)}/refund`,
  missedPayments: () => "/subscriptions/health#missed-payments",
  missedCharge: (id: string) => `/subscriptions/health/missed/${encodeId(id)}/charge`,
  missedLeave: (id: string) => `/subscriptions/health/missed/${encodeId(id)}/leave`,
  ownSubscriptions: () => "/subscriptions/mine",
  subscriptionCard: (id: string) => `/subscriptions/mine/${encodeId(id)}/card`,
  subscriptionAskToCancel: (id: string) => `/subscriptions/mine/${encodeId(id)}/cancel`,
  cardLinkDone: (outcome: string) => `/card/done?outcome=${outcome}`,
  client: (id: string) => `/clients/${encodeId(id)}`,
  subscriptionPay: (id: string) => `/subscriptions/mine/${encodeId(id)}/pay`,
  /** Opens one subscription's card page without a password; `mac` is base64url. */
  cardByLink: (link: { subscriptionId: string; cardGeneration: number; expiresAt: number; mac: string }) =>
    `/card/${encodeId(link.subscriptionId)}/${link.cardGeneration}/${link.expiresAt}/${link.mac}`,
  clients: () => "/clients",
  clientNew: () => "/clients/new",
  clientsExport: () => "/clients/export",
  clientTab: (id: string, tab: string) => `/clients/${encodeId(id)}?tab=${tab}`,
  clientSignOut: (id: string) => `/clients/${encodeId(id)}/sign-out`,
  clientTwoFactor: (id: string) => `/clients/${encodeId(id)}/two-factor`,
  clientEdit: (id: string) => `/clients/${encodeId(id)}/edit`,
  clientAffiliate: (id: string) => `/clients/${encodeId(id)}/affiliate`,
  clientMove: (id: string) => `/clients/${encodeId(id)}/move`,
  clientNoteNew: (id: string) => `/clients/${encodeId(id)}/notes/new`,
  clientNote: (id: string, noteId: string) => `/clients/${encodeId(id)}/notes/${encodeId(noteId)}`,
  clientNoteDelete: (id: string, noteId: string) => `/clients/${encodeId(id)}/notes/${encodeId(noteId)}/delete`,
  clientStatement: (id: string) => `/clients/${encodeId(id)}/statement`,
  clientStatementExport: (id: string) => `/clients/${encodeId(id)}/statement/export`,
  clientOrdersExport: (id: string) => `/orders/export?clientId=${id}`,
  affiliates: () => "/affiliates",
  affiliatesExport: () => "/affiliates/export",
  affiliateSettings: () => "/affiliates/settings",
  commissions: () => "/commissions",
  commissionsExport: () => "/commissions/export",
  commission: (id: string) => `/commissions/${encodeId(id)}`,
  payouts: () => "/commissions/payouts",
  payoutNew: () => "/commissions/payouts/new",
  payout: (id: string) => `/commissions/payouts/${encodeId(id)}`,
  payoutStatement: (id: string, affiliateId: string, format: "pdf" | "xlsx") =>
    `/commissions/payouts/${encodeId(id)}/statements/${encodeId(affiliateId)}?format=${format}`,
  payoutFile: (id: string, format: "bank" | "paypal") => `/commissions/payouts/${encodeId(id)}/file?format=${format}`,
  ownPayouts: () => "/affiliate/payouts",
  /** Days yyyy-MM-dd; default: the latest ones. */
  affiliate: (fromDate?: string, toDate?: string) => withQuery("/affiliate", { fromDate, toDate }),
  trafficLogs: () => "/affiliates/traffic-logs",
  trafficLogsExport: () => "/affiliates/traffic-logs/export",
  books: () => "/settings/books",
  booksOfCheck: (check: string) => withQuery("/settings/books", { check }),
  booksDifference: (id: string) => `/settings/books/differences/${encodeId(id)}`,
  booksMonth: () => "/settings/books/month",
  booksMonthExport: (query: { format: "csv" | "xlsx" }) => withQuery("/settings/books/month/export", query),
  health: () => "/settings/health",
  deadLetters: () => "/settings/health/dead-letters",
  deadLetter: (id: string) => `/settings/health/dead-letters/${encodeId(id)}`,
  securityEvents: () => "/settings/security-events",
  securityEventsExport: () => "/settings/security-events/export",
  coupons: () => "/coupons",
  couponNew: () => "/coupons/new",
  coupon: (id: string) => `/coupons/${encodeId(id)}`,
  couponDelete: (id: string) => `/coupons/${encodeId(id)}/delete`,
  /** Requested by the coupon form while the user searches. */
  couponChoices: (of: "services" | "affiliates", text: string) =>
    `/coupons/choices?${new URLSearchParams({ of, text })}`,
  /** A checkout that starts with a coupon. */
  checkoutWithCoupon: (serviceId: string, code: string) =>
    `/services/${encodeId(serviceId)}/checkout?${new URLSearchParams({ coupon: code })}`,
  backToAdmin: () => "/back-to-admin",
  announcements: () => "/announcements",
  announcementNew: () => "/announcements/new",
  announcement: (id: string) => `/announcements/${encodeId(id)}`,
  announcementDelete: (id: string) => `/announcements/${encodeId(id)}/delete`,
  announcementDismiss: (id: string) => `/announcements/${encodeId(id)}/dismiss`,
  creatives: () => "/creatives",
  creativeNew: () => "/creatives/new",
  creative: (id: string) => `/creatives/${encodeId(id)}`,
  creativeDelete: (id: string) => `/creatives/${encodeId(id)}/delete`,
  /** An affiliate's link, and the path on this site that it leads to. */
  referral: (code: string, path?: string) => withQuery(`/r/${encodeURIComponent(code)}`, { p: path }),
  reportExport: (type: string) => `/reports/${type}/export`,
  uploads: () => "/uploads",
  export: (id: string) => `/exports/${encodeId(id)}`,
  file: (key: string) => `/files/${key}`,
};

/**
 * An order's page, or a dialog over it, keeping the tab and thread of `search`. Otherwise a team thread could
 * silently become the client's thread, and a message for the team would reach the client.
 */
export function samePlace(path: string, search: string) {
  const shown = new URLSearchParams(search);
  return withQuery(path, { tab: shown.get("tab") ?? undefined, thread: shown.get("thread") ?? undefined });
}

/** A redirect target from outside: a path of this site, else '/' (rules.md accounts/redirect). */
export function safePath(target: string | null | undefined, fallback = "/"): string {
  if (!target || target.length > 2000) return fallback;
  // Backslashes, control characters and // would leave the site or be read differently by browsers.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (!/^\/(?![/\\])/.test(target) || /[\u0000-\u001f\u007f\\]/.test(target)) return fallback;
  try {
    const decoded = decodeURIComponent(target.split(/[?#]/)[0] ?? "");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above, in their encoded form
    if (/[\u0000-\u001f\u007f\\]/.test(decoded) || decoded.startsWith("//")) return fallback;
    const url = new URL(target, "http://portal.invalid");
    if (url.host !== "portal.invalid" || url.pathname.startsWith("//")) return fallback;
    return url.pathname + url.search + url.hash;
  } catch {
    return fallback;
  }
}
