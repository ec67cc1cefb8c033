/** What a page may cost at the grown agency (docs/benchmarks.md). `ratio`: its time over the seeded portal's. */
export interface PageBound {
  /** Bytes before compression. */
  html: number;
  statements: number;
  /** Rows read, those of the session included. */
  rows: number;
  ratio: number;
}

const everyPage: PageBound = { html: 200_000, statements: 12, rows: 2000, ratio: 4 };

/** A page and its dialogs read their parts side by side. Their statements do not grow with the agency. */
const inParts = { statements: 22 };
/** Two rows for a payment in the two ranges, one for a new client: 200 orders a day make 2,800 in two weeks. */
const ofItsRange = { rows: 30_000 };

/** Named exceptions, by route module. Each has its reason. */
const exceptions: Record<string, Partial<PageBound>> = {
  "routes/_app.orders.$orderId": inParts,
  "routes/_app.orders.$orderId.cancel": inParts,
  "routes/_app.orders.$orderId.refund": inParts,
  "routes/_app.orders.$orderId.packages.$packageId": inParts,
  "routes/_app.orders.$orderId.entries.$entryId": inParts,
  "routes/_app.orders.$orderId.entries.$entryId_.delete": inParts,
  "routes/_app.orders.$orderId.reports.$reportId.delete": inParts,
  "routes/_app.affiliate": { ...inParts, rows: 2200 },
  "routes/_app.clients.$clientId.affiliate": inParts,
  "routes/_app.clients.$clientId.edit": inParts,
  "routes/_app.clients.$clientId.move": inParts,
  "routes/_app.clients.$clientId.notes.new": inParts,
  "routes/_app.clients.$clientId.notes.$noteId": inParts,
  "routes/_app.clients.$clientId.notes.$noteId_.delete": inParts,
  "routes/_app.clients.$clientId.sign-out": inParts,
  "routes/_app.clients.$clientId.delete-account": inParts,
  "routes/_app.settings.health": inParts,
  "routes/_app.reports.$reportType": ofItsRange,
  "routes/_app.settings.books_.month": ofItsRange,
  // It adds up and sorts all orders of the client, here 3,000, and reads nine rows for each. An index in the order of
  // its lines would cost every order two more writes.
  "routes/_app.clients.$clientId_.statement": { rows: 28_000 },
  // A hundred links with page, site, state, address and health.
  "routes/_app.placements._index": { html: 220_000 },
  // It counts at most 10,000 events.
  "routes/_app.settings.security-events": { rows: 11_000 },
  // All services are put into order together: a row with its buttons for each.
  "routes/_app.services._list.arrange": { html: 600_000, ratio: 6 },
};

/**
 * The dashboard sums the payments of its range and the one before by day, client and assignee: eleven rows for each of
 * 2,600 in two weeks. Most of them have a client of their own, so sums per day and client would be as many.
 */
const staffExceptions: Record<string, Partial<PageBound>> = { "routes/_app._index": ofItsRange };

/** A year of 200 orders a day and the year before: four rows for each of 145,000 payments. */
const ofAYear = { rows: 650_000, ratio: 100 };
/** 'Delivery' sorts the 47,000 links of a year for its medians: 22 rows for each. */
const linksOfAYear = { rows: 1_100_000, ratio: 100 };
const DAY_MS = 86_400_000;
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);
const lastYear = `?fromDate=${dayText(Date.now() - 364 * DAY_MS)}&toDate=${dayText(Date.now())}`;

export const boundOf = (routeId: string, path: string, staff: boolean): PageBound => ({
  ...everyPage,
  ...exceptions[routeId],
  ...(staff ? staffExceptions[routeId] : {}),
  ...(path.endsWith(lastYear) ? (path.startsWith("/reports/delivery") ? linksOfAYear : ofAYear) : {}),
});

/**
 * Route modules that the table leaves out, with the reason. The others are measured for each role that may open them.
 */
export const unmeasured: Record<string, string> = {
  "routes/_account.signin_.link_.$token": "needs a mailed token",
  "routes/_account.password.reset.$token": "needs a mailed token",
  "routes/a.$token": "needs a mailed signature",
  "routes/a.$token_.file": "needs a mailed signature",
  "routes/placements.$placementId.checks.$checkId": "a stored text",
  "routes/placements.export": "an export",
  "routes/links.export": "an export",
  "routes/orders.$orderId.evidence": "a file of one order",
  "routes/orders.$orderId.placements.template": "a file",
  "routes/_app.orders.$orderId.drip": "needs an order with links that have not started",
  "routes/_account.signin_.locked.$userId.$sentAt.$mac": "needs a mailed signature",
  "routes/_account.two-factor.undo.$userId.$enabledAt.$mac": "needs a mailed signature",
  "routes/_account.unsubscribe.$userId.$mac": "needs a mailed signature",
  "routes/card.$subscriptionId.$cardGeneration.$expiresAt.$mac": "needs a mailed signature",
  "routes/_app.exports.$exportId": "needs an export of the same person",
  "routes/_app.settings.books.differences.$differenceId": "a healthy agency has no difference",
  "routes/subscriptions.health": "a redirect",
  "routes/_app.settings.health.payments.$paymentId.refund": "a healthy agency has no unmatched payment",
  "routes/_app.settings.health.missed.$subscriptionId.$decision": "a healthy agency has no missed payment",
  "routes/_account.setup": "needs a portal without a super admin",
  "routes/_open.services.$serviceId.checkout.sheet": "needs a service that sells links",
  "routes/clients.$clientId.data": "a download",
  "routes/profile.data": "a download",
  "routes/settings.audit.export": "an export",
  "routes/affiliates.export": "an export",
  "routes/affiliates.traffic-logs.export": "an export",
  "routes/clients.$clientId.statement.export": "an export",
  "routes/clients.export": "an export",
  "routes/commissions.export": "an export",
  "routes/orders.export": "an export",
  "routes/reports.$reportType.export": "an export",
  "routes/settings.books.month.export": "an export",
  "routes/settings.security-events.export": "an export",
  "routes/subscriptions.export": "an export",
  "routes/commissions.payouts.$payoutId.file": "a file of one payout",
  "routes/commissions.payouts.$payoutId.statements.$affiliateId": "a file of one payout",
  "routes/_app.services._list.$serviceId.duplicate": "takes a form only",
  "routes/_app.reports._index": "leads to the first report",
  "routes/_app.subscriptions.mine.$subscriptionId.pay": "needs a failed renewal",
  "routes/announcements.$announcementId.dismiss": "takes a form only",
  "routes/back-to-admin": "takes a form only",
  "routes/logout": "takes a form only",
  "routes/preferences": "takes a form only",
  "routes/uploads": "takes a form only",
  "routes/_app.profile_.cards.$cardId.remove": "needs a card at the provider",
  "routes/orders.$orderId.payment": "asks the card provider about an unpaid order",
  "routes/_app.orders.$orderId_.pay": "needs an unpaid order",
  "routes/_app.orders.$orderId.messages.$messageId.edit": "needs a message of the last minutes",
  "routes/_app.orders.$orderId.reopen": "needs a cancelled order",
  "routes/_app.checkout.success": "needs a checkout that was just paid",
  "routes/_account.signin_.code": "needs a half finished sign-in",
  "routes/_app.clients.$clientId.two-factor": "needs a client with two-factor sign-in",
  "routes/_app.teams.$userId_.two-factor": "needs a member with two-factor sign-in",
  "routes/_app.teams.$userId_.invitation": "needs an invited member",
  "routes/_app.teams.$userId_.delete": "leads to the hand-over while there is open work",
  "routes/card.done": "needs a replaced card",
  "routes/dev.gallery": "shows the components, no data",
};

/** Addresses besides a route's plain one that people open: tabs, searches, sorts and late pages. */
export const searches: Record<string, readonly string[]> = {
  "routes/_app.clients.$clientId.affiliate": ["?service=link"],
  "routes/_app.work": ["?group=overdue", "?group=overdue&page=5", "?group=unassigned"],
  "routes/_app.orders._index": [
    "?priority=urgent",
    "?page=2",
    "?page=9000",
    "?page=20000",
    "?size=100",
    "?sort=createdTime.asc",
    "?status=Working&status=Active",
    "?assignedToAdminId=none",
    "?clientName=son",
    "?clientName=e",
    "?clientName=anna",
    "?clientName=anna&page=300",
  ],
  "routes/_app.orders.$orderId": ["?tab=reports", "?tab=history", "?thread=Admin"],
  "routes/_app.orders.new": ["?clientSearch=anna", "?clientSearch=e"],
  "routes/orders.new.clients": ["?text=anna", "?text=e"],
  "routes/_app.search": ["?q=anna", "?q=10436", "?q=ex"],
  "routes/search.hits": ["?q=anna"],
  "routes/coupons.choices": ["?text=link", "?of=affiliates&text=anna", "?of=affiliates&text=e"],
  "routes/_app.clients._index": [
    "?page=1500",
    "?firstName=anna",
    "?lastName=son",
    "?email=example",
    "?email=t12",
    "?firstName=a",
    "?firstName=a&lastName=e&email=m",
  ],
  "routes/_app.clients.$clientId": ["?tab=subscriptions", "?tab=commissions", "?page=300"],
  "routes/_app.commissions._index": ["?page=2000", "?status=PAID"],
  "routes/_app.affiliate": ["?tab=commissions", "?tab=unearned"],
  "routes/_app.affiliates._index": ["?page=20"],
  "routes/_app.affiliates.traffic-logs": ["?page=5000"],
  "routes/_app.subscriptions._list": ["?page=400", "?status=Active"],
  "routes/_app.services._list": ["?page=30", "?type=ALL"],
  "routes/_app.coupons._list": ["?page=20"],
  "routes/_app.notifications": ["?page=100"],
  "routes/_app.placements._index": [
    "?page=2000",
    "?size=100",
    "?state=live",
    "?health=missing",
    "?assignedToId=none",
    "?siteDomain=news7.example.org",
    "?sort=dueAt.asc",
  ],
  "routes/_app.links": ["?page=20", "?state=live"],
  "routes/_app.claims": ["?page=30", "?size=100", "?state=repairing", "?openedBy=client&state=refunded"],
  "routes/_app.reports.$reportType": [lastYear],
};
