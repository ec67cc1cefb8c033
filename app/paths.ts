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

/** The queue itself, without the pages of its groups. */
export const isWorkQueue = ({ pathname, searchParams }: URL) => pathname === "/work" && !searchParams.has("group");

interface CheckoutChoices {
  /** By slug or id. */
  packages?: readonly { name: string; count: number }[];
  addOn?: string;
  type?: "one-time" | "recurring";
  coupon?: string;
  [other: string]: unknown;
}

/** The query of a checkout link: readable, as its separators may stand plain in a query. */
function checkoutQuery({ packages = [], ...others }: CheckoutChoices): string {
  const chosen = packages.map(({ name, count }) => `${encodeURIComponent(name)}:${count}`).join(",");
  const rest = new URLSearchParams();
  for (const [name, value] of Object.entries(others)) if (value) rest.set(name, String(value));
  return [...(chosen ? [`packages=${chosen}`] : []), ...(rest.size ? [String(rest)] : [])].join("&");
}

export const paths = {
  home: () => "/",
  /** Staff's home with the figures of a range, yyyy-MM-dd. */
  dashboard: (fromDate: string, toDate: string) => withQuery("/", { fromDate, toDate }),
  work: () => "/work",
  /** A page of one group, from 1. */
  workGroup: (group: string, page = 1) => withQuery("/work", { group, page: page > 1 ? String(page) : undefined }),
  search: (q: string) => withQuery("/search", { q }),
  searchHits: (q: string) => withQuery("/search/hits", { q }),
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
  savedCards: () => "/profile/cards",
  savedCardRemove: (id: string) => `/profile/cards/${encodeId(id)}/remove`,
  ownData: () => "/profile/data",
  ownDeletion: (intent?: "request" | "undo") => `/profile/delete-account${intent ? `?intent=${intent}` : ""}`,
  /** Of a mail about an unpaid checkout; `mac` is base64url. */
  unsubscribe: ({ userId, mac }: { userId: string; mac: string }) => `/unsubscribe/${userId}/${mac}`,
  twoFactorUndo: ({ userId, enabledAt, mac }: { userId: string; enabledAt: number; mac: string }) =>
    `/two-factor/undo/${userId}/${enabledAt}/${mac}`,
  team: () => "/teams",
  teamNew: () => "/teams/new",
  teamAccount: (id: string) => `/teams/${encodeId(id)}`,
  teamInvitation: (id: string) => `/teams/${encodeId(id)}/invitation`,
  teamTwoFactor: (id: string) => `/teams/${encodeId(id)}/two-factor`,
  teamAccountDelete: (id: string) => `/teams/${encodeId(id)}/delete`,
  /** `next`: the deletion of the account follows. */
  teamHandOver: (id: string, next?: "delete") => withQuery(`/teams/${encodeId(id)}/hand-over`, { next }),
  preferences: () => "/preferences",
  notifications: () => "/notifications",
  unreadNotifications: () => "/notifications?show=unread",
  latestNotifications: () => "/notifications/latest",
  services: () => "/services",
  /** Open to visitors. */
  shop: () => "/shop",
  shopService: (slug: string) => `/shop/${slug}`,
  servicesArrange: () => "/services/arrange",
  serviceNew: () => "/services/new",
  serviceEdit: (id: string) => `/services/${encodeId(id)}`,
  serviceCheckoutUrl: (id: string) => `/services/${encodeId(id)}/checkout-url`,
  serviceLink: (id: string) => `/services/${encodeId(id)}/link`,
  serviceDuplicate: (id: string) => `/services/${encodeId(id)}/duplicate`,
  serviceDelete: (id: string) => `/services/${encodeId(id)}/delete`,
  servicePackages: (id: string) => `/services/${encodeId(id)}/packages`,
  serviceLinkRules: (id: string) => `/services/${encodeId(id)}/packages/rules`,
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
  /** A checkout that starts with choices (rules.md shop/link-values), and other values of its query. */
  checkoutWith: (id: string, choices: CheckoutChoices) => {
    const query = checkoutQuery(choices);
    return `/services/${encodeId(id)}/checkout${query ? `?${query}` : ""}`;
  },
  checkoutSuccess: (orderId: string) => `${SUCCESS_PATH}?orderId=${encodeId(orderId)}`,
  views: () => "/views",
  /** `of`: the address of the list that is kept. */
  viewNew: (of: string) => withQuery("/views/new", { of }),
  viewsArrange: () => "/views/arrange",
  view: (id: string) => `/views/${encodeId(id)}`,
  viewDelete: (id: string) => `/views/${encodeId(id)}/delete`,
  tags: () => "/tags",
  tag: (id: string) => `/tags/${encodeId(id)}`,
  tagDelete: (id: string) => `/tags/${encodeId(id)}/delete`,
  taggedOrders: (name: string) => withQuery("/orders", { tags: name }),
  inbox: () => "/inbox",
  /** Staff: the messages of an order, in one tab of the inbox. */
  inboxThread: (orderId: string, tab?: string) => withQuery(`/inbox/${encodeId(orderId)}`, { tab }),
  savedReplies: () => "/saved-replies",
  savedReplyNew: () => "/saved-replies/new",
  savedReply: (id: string) => `/saved-replies/${encodeId(id)}`,
  savedReplyDelete: (id: string) => `/saved-replies/${encodeId(id)}/delete`,
  orders: () => "/orders",
  /** `from` is the page to return to after a delivery. */
  order: (id: string, from?: string) => withQuery(`/orders/${encodeId(id)}`, { from }),
  orderMessages: (id: string, thread: string) =>
    `/orders/${encodeId(id)}${thread === "Admin" ? "?thread=admin" : ""}#messages`,
  /** The order's message form, begun with the number of one of its links. */
  orderMessageAbout: (id: string, number: string) => `/orders/${encodeId(id)}?about=${number}#messages`,
  /** Requests of an order page's script: its thread, and its forms without leaving the page. */
  orderThread: (id: string) => `/orders/${encodeId(id)}/talk`,
  orderReportDelete: (id: string, reportId: string) => `/orders/${encodeId(id)}/reports/${encodeId(reportId)}/delete`,
  /** The dialog of messages that are sent later. */
  orderMessagesLater: (id: string) => `/orders/${encodeId(id)}/messages/later`,
  orderMessageEdit: (id: string, messageId: string) => `/orders/${encodeId(id)}/messages/${encodeId(messageId)}/edit`,
  orderNew: () => "/orders/new",
  creditNote: (orderId: string, refundId: string) => `/orders/${encodeId(orderId)}/refunds/${encodeId(refundId)}`,
  orderInvoice: (id: string) => `/orders/${encodeId(id)}/invoice`,
  ordersExport: () => "/orders/export",
  orderClients: () => "/orders/new/clients",
  /** Requested by script after a payment: its state. */
  orderPayment: (id: string) => `/orders/${encodeId(id)}/payment`,
  orderDiscard: (id: string) => `/orders/${encodeId(id)}/discard`,
  orderPay: (id: string) => `/orders/${encodeId(id)}/pay`,
  orderCancel: (id: string) => `/orders/${encodeId(id)}/cancel`,
  orderEvidence: (id: string) => `/orders/${encodeId(id)}/evidence`,
  /** Staff: the answer to a dispute of the order. */
  disputeAnswer: (id: string, disputeId: string) => `/orders/${encodeId(id)}/disputes/${encodeId(disputeId)}`,
  orderRefund: (id: string) => `/orders/${encodeId(id)}/refund`,
  orderEntryNew: (id: string, packageId: string) => `/orders/${encodeId(id)}/packages/${encodeId(packageId)}`,
  orderEntry: (id: string, entryId: string) => `/orders/${encodeId(id)}/entries/${encodeId(entryId)}`,
  orderEntryDelete: (id: string, entryId: string) => `/orders/${encodeId(id)}/entries/${encodeId(entryId)}/delete`,
  orderDeadline: (id: string) => `/orders/${encodeId(id)}/deadline`,
  orderDrip: (id: string) => `/orders/${encodeId(id)}/drip`,
  orderPlacements: (id: string) => `/orders/${encodeId(id)}?tab=placements`,
  orderPlacementsPaste: (id: string) => `/orders/${encodeId(id)}/placements/paste`,
  orderPlacementsTemplate: (id: string) => `/orders/${encodeId(id)}/placements/template`,
  /** Staff: one form for many links of the order. */
  orderPlacementsSites: (id: string) => `/orders/${encodeId(id)}/placements/sites`,
  orderPlacementsLive: (id: string) => `/orders/${encodeId(id)}/placements/live`,
  orderPlacementsPlan: (id: string) => `/orders/${encodeId(id)}/placements/plan`,
  placements: () => "/placements",
  placementsExport: () => "/placements/export",
  /** A link's own page, for its client and staff. */
  placement: (id: string) => `/placements/${encodeId(id)}`,
  placementChecks: (id: string) => `/placements/${encodeId(id)}/checks`,
  /** What one check read, as plain text. */
  checkEvidence: (id: string, checkId: string) => `/placements/${encodeId(id)}/checks/${encodeId(checkId)}`,
  claims: () => "/claims",
  links: () => "/links",
  linksExport: () => "/links/export",
  /** Of a mail: opens one link without signing in, to approve what was proposed. */
  approval: (token: string) => `/a/${token}`,
  /** The file of the content to approve, for a reader who is not signed in. */
  approvalFile: (token: string) => `/a/${token}/file`,
  orderDeliver: (id: string, from?: string) => withQuery(`/orders/${encodeId(id)}/deliver`, { from }),
  orderReopen: (id: string) => `/orders/${encodeId(id)}/reopen`,
  subscriptions: () => "/subscriptions",
  subscription: (id: string) => withQuery("/subscriptions", { id }),
  subscriptionsExport: () => "/subscriptions/export",
  subscriptionChargeNow: (id: string) => `/subscriptions/${encodeId(id)}/charge-now`,
  subscriptionCancel: (id: string) => `/subscriptions/${encodeId(id)}/cancel`,
  subscriptionKeep: (id: string) => `/subscriptions/${encodeId(id)}/keep`,
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
  clientData: (id: string) => `/clients/${encodeId(id)}/data`,
  clientDeletion: (id: string, intent?: "request" | "undo") =>
    `/clients/${encodeId(id)}/delete-account${intent ? `?intent=${intent}` : ""}`,
  clientSignOut: (id: string) => `/clients/${encodeId(id)}/sign-out`,
  clientTwoFactor: (id: string) => `/clients/${encodeId(id)}/two-factor`,
  clientExcludedSites: (id: string) => `/clients/${encodeId(id)}/excluded-sites`,
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
  payoutFile: (id: string, format: "bank" | "paypal" | "xlsx") =>
    `/commissions/payouts/${encodeId(id)}/file?format=${format}`,
  affiliateLink: () => "/affiliate/link",
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
  linkWatch: () => "/link-watch",
  settings: () => "/settings",
  brandSettings: () => "/settings/brand",
  contactSettings: () => "/settings/contact",
  orderSettings: () => "/settings/orders",
  noticeSettings: () => "/settings/notices",
  securitySettings: () => "/settings/security",
  companySettings: () => "/settings/company",
  mailSettings: () => "/settings/email",
  mailText: (kind: string) => `/settings/email/${kind}`,
  mailPreview: (kind: string, scheme: "light" | "dark") => `/settings/email/${kind}/preview?scheme=${scheme}`,
  paymentSettings: () => "/settings/payments",
  dataSettings: () => "/settings/data",
  dataExport: () => "/settings/data/export",
  importClients: () => "/settings/import",
  shopSettings: () => "/settings/shop",
  health: () => "/settings/health",
  firstSteps: () => "/settings/first-steps",
  unsentMessages: () => "/settings/health#messages-that-could-not-be-sent",
  unmatchedRefund: (id: string) => `/settings/health/payments/${encodeId(id)}/refund`,
  missedPayments: () => "/settings/health#missed-payments",
  missedCharge: (id: string) => `/settings/health/missed/${encodeId(id)}/charge`,
  missedLeave: (id: string) => `/settings/health/missed/${encodeId(id)}/leave`,
  audit: () => "/settings/audit",
  settingsChanges: () => "/settings/audit?kind=settings",
  auditExport: () => "/settings/audit/export",
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
  return withQuery(path, {
    tab: shown.get("tab") ?? undefined,
    thread: shown.get("thread") ?? undefined,
    from: shown.get("from") ?? undefined,
  });
}

/** What no address of ours ends with: punctuation, quotes, brackets, blanks and unseen marks around a pasted link. */
const STRAY_END = /(?:(?![/_=%-])[\p{P}\p{S}\p{Z}\p{Cf}\t\r\n])+$/u;

/** A longer path is none of ours, and would take the pattern long. */
const MAX_TIDIED = 1000;

/** An encoded path, or a code, without the characters of the text around it: `/r/AFF2026).` is `/r/AFF2026`. */
export function withoutStrayEnd(path: string): string {
  if (path.length > MAX_TIDIED) return path;
  const [encoded] = /(?:%[0-9a-f]{2})+$/i.exec(path) ?? [];
  if (encoded === undefined) {
    const cut = path.replace(STRAY_END, "");
    return cut === path ? path : withoutStrayEnd(cut);
  }
  try {
    const end = decodeURIComponent(encoded);
    const cut = end.replace(STRAY_END, "");
    const rest = path.slice(0, -encoded.length) + encodeURIComponent(cut);
    return cut === end ? path : withoutStrayEnd(rest);
  } catch {
    return path;
  }
}

/** The names of a campaign's values in an address. */
const CAMPAIGN = ["utm_source", "utm_campaign", "utm_medium", "utm_content", "utm_term", "utm_channel"] as const;

/** The campaign's values of an address, the longest 200 characters; null without any. */
export function campaignOf(search: URLSearchParams): URLSearchParams | null {
  const campaign = new URLSearchParams();
  for (const name of CAMPAIGN) {
    const value = search.get(name)?.slice(0, 200);
    if (value) campaign.set(name, value);
  }
  return campaign.size > 0 ? campaign : null;
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
