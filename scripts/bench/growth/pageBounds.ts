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
  "routes/_app.clients.$clientId.affiliate": inParts,
  "routes/_app.clients.$clientId.edit": inParts,
  "routes/_app.clients.$clientId.move": inParts,
  "routes/_app.clients.$clientId.notes.new": inParts,
  "routes/_app.clients.$clientId.sign-out": inParts,
  "routes/_app.settings.health": inParts,
  "routes/_app.subscriptions.health": inParts,
  "routes/_app.reports.$reportType": ofItsRange,
  "routes/_app.settings.books_.month": ofItsRange,
  // It counts at most 10,000 events.
  "routes/_app.settings.security-events": { rows: 11_000 },
  // All services are put into order together: a row with its buttons for each.
  "routes/_app.services._list.arrange": { html: 600_000, ratio: 6 },
};

export const boundOf = (routeId: string): PageBound => ({ ...everyPage, ...exceptions[routeId] });

/** Route modules that the table leaves out, with the reason. The others are measured for each role that may open them. */
export const unmeasured: Record<string, string> = {
  "routes/_account.signin_.link_.$token": "needs a mailed token",
  "routes/_account.password.reset.$token": "needs a mailed token",
  "routes/_account.signin_.locked.$userId.$sentAt.$mac": "needs a mailed signature",
  "routes/_account.two-factor.undo.$userId.$enabledAt.$mac": "needs a mailed signature",
  "routes/card.$subscriptionId.$cardGeneration.$expiresAt.$mac": "needs a mailed signature",
  "routes/_app.exports.$exportId": "needs an export of the same person",
  "routes/_app.settings.books.differences.$differenceId": "a healthy agency has no difference",
  "routes/_app.settings.health_.dead-letters.$letterId": "a healthy agency has no dead letter",
  "routes/_app.subscriptions.health.payments.$paymentId.refund": "a healthy agency has no unmatched payment",
  "routes/_app.subscriptions.health.missed.$subscriptionId.$decision": "a healthy agency has no missed payment",
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
  "routes/orders.$orderId.payment": "asks the card provider about an unpaid order",
  "routes/_app.orders.$orderId_.pay": "needs an unpaid order",
  "routes/_app.orders.$orderId.reopen": "needs a cancelled order",
  "routes/_app.checkout.success": "needs a checkout that was just paid",
  "routes/_account.signin_.code": "needs a half finished sign-in",
  "routes/_app.clients.$clientId.two-factor": "needs a client with two-factor sign-in",
  "routes/_app.teams.$userId_.two-factor": "needs a member with two-factor sign-in",
  "routes/_app.teams.$userId_.invitation": "needs an invited member",
  "routes/card.done": "needs a replaced card",
  "routes/dev.gallery": "shows the components, no data",
};

/** Addresses besides a route's plain one that people open: tabs, searches, sorts and late pages. */
export const searches: Record<string, readonly string[]> = {
  "routes/_app.clients.$clientId.affiliate": ["?service=link"],
  "routes/_app.orders._index": [
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
  "routes/coupons.choices": ["?text=link", "?of=affiliates&text=anna", "?of=affiliates&text=e"],
  "routes/_app.clients._index": ["?page=1500", "?firstName=anna", "?lastName=son", "?email=example", "?firstName=a"],
  "routes/_app.clients.$clientId": ["?tab=subscriptions", "?tab=commissions", "?page=300"],
  "routes/_app.commissions._index": ["?page=2000", "?status=PAID"],
  "routes/_app.affiliates._index": ["?page=20"],
  "routes/_app.affiliates.traffic-logs": ["?page=5000"],
  "routes/_app.subscriptions._list._index": ["?page=400", "?status=Active"],
  "routes/_app.services._list._index": ["?page=30", "?type=ALL"],
  "routes/_app.coupons._list._index": ["?page=20"],
  "routes/_app.notifications": ["?page=100"],
};
