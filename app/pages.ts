import type { Permission } from "./domain/access";

/**
 * Every page and who may open it: route module -> permission. Guards ask for the same permission by name; menus and links
 * show a page only when it stands here. A route module without an entry fails the build.
 */
export const pages: Record<string, { path: string; permission: Permission }> = {
  "routes/_account": { path: "", permission: "account.signIn" },
  "routes/_account.signin": { path: "/signin", permission: "account.signIn" },
  "routes/_account.signup": { path: "/signup", permission: "account.signUp" },
  "routes/_account.password.reset._index": { path: "/password/reset", permission: "account.resetPassword" },
  "routes/_account.password.reset.$token": { path: "/password/reset/:token", permission: "account.resetPassword" },
  "routes/_app": { path: "", permission: "home.view" },
  "routes/_app.checkout.success": { path: "/checkout/success", permission: "checkout.complete" },
  "routes/_app.exports.$exportId": { path: "/exports/:exportId", permission: "exports.own" },
  "routes/orders.export": { path: "/orders/export", permission: "orders.export" },
  "routes/orders.new.clients": { path: "/orders/new/clients", permission: "clients.read" },
  "routes/_app.orders.new": { path: "/orders/new", permission: "orders.create" },
  "routes/_app.orders._index": { path: "/orders", permission: "orders.list" },
  "routes/_app.orders.$orderId": { path: "/orders/:orderId", permission: "orders.read" },
  "routes/_app.orders.$orderId.cancel": { path: "/orders/:orderId/cancel", permission: "orders.edit" },
  "routes/_app.orders.$orderId.packages.$packageId": {
    path: "/orders/:orderId/packages/:packageId",
    permission: "orders.projectDetails",
  },
  "routes/_app.orders.$orderId.entries.$entryId": {
    path: "/orders/:orderId/entries/:entryId",
    permission: "orders.projectDetails",
  },
  "routes/_app.orders.$orderId.entries.$entryId_.delete": {
    path: "/orders/:orderId/entries/:entryId/delete",
    permission: "orders.projectDetails",
  },
  "routes/_app.orders.$orderId.refund": { path: "/orders/:orderId/refund", permission: "orders.refund" },
  "routes/_app.orders.$orderId.reopen": { path: "/orders/:orderId/reopen", permission: "orders.reopenCancelled" },
  "routes/_app.orders.$orderId_.invoice": { path: "/orders/:orderId/invoice", permission: "orders.invoice" },
  "routes/_app.orders.$orderId.reports.$reportId.delete": {
    path: "/orders/:orderId/reports/:reportId/delete",
    permission: "orders.manageReports",
  },
  "routes/orders.$orderId.talk": { path: "/orders/:orderId/talk", permission: "orders.messages" },
  "routes/_app.orders.$orderId_.pay": { path: "/orders/:orderId/pay", permission: "checkout.complete" },
  "routes/_app.services._list": { path: "/services", permission: "catalogue.browse" },
  "routes/_app.services._list._index": { path: "/services", permission: "catalogue.browse" },
  "routes/_app.services._list.$serviceId.checkout-url": {
    path: "/services/:serviceId/checkout-url",
    permission: "services.manage",
  },
  "routes/_app.services._list.$serviceId.duplicate": {
    path: "/services/:serviceId/duplicate",
    permission: "services.manage",
  },
  "routes/_app.services._list.$serviceId.delete": {
    path: "/services/:serviceId/delete",
    permission: "services.manage",
  },
  "routes/_app.services.new": { path: "/services/new", permission: "services.manage" },
  "routes/_app.services.$serviceId._index": { path: "/services/:serviceId", permission: "services.manage" },
  "routes/_app.services.$serviceId.packages": {
    path: "/services/:serviceId/packages",
    permission: "services.manage",
  },
  "routes/_app.services.$serviceId.packages.new": {
    path: "/services/:serviceId/packages/new",
    permission: "services.manage",
  },
  "routes/_app.services.$serviceId.packages.$packageId": {
    path: "/services/:serviceId/packages/:packageId",
    permission: "services.manage",
  },
  "routes/_app.services.$serviceId.packages.$packageId_.delete": {
    path: "/services/:serviceId/packages/:packageId/delete",
    permission: "services.manage",
  },
  "routes/_app.services.$serviceId.intake-form": {
    path: "/services/:serviceId/intake-form",
    permission: "services.manage",
  },
  "routes/_app.services.$serviceId.customer-interface": {
    path: "/services/:serviceId/customer-interface",
    permission: "services.manage",
  },
  "routes/_app.subscriptions._list": { path: "/subscriptions", permission: "subscriptions.list" },
  "routes/_app.subscriptions._list._index": { path: "/subscriptions", permission: "subscriptions.list" },
  "routes/_app.subscriptions._list.$subscriptionId.$operation": {
    path: "/subscriptions/:subscriptionId/:operation",
    permission: "subscriptions.manage",
  },
  "routes/_app.subscriptions.mine._list": { path: "/subscriptions/mine", permission: "subscriptions.own" },
  "routes/_app.subscriptions.mine._list._index": { path: "/subscriptions/mine", permission: "subscriptions.own" },
  "routes/_app.subscriptions.mine._list.$subscriptionId.cancel": {
    path: "/subscriptions/mine/:subscriptionId/cancel",
    permission: "subscriptions.own",
  },
  "routes/_app.subscriptions.mine.$subscriptionId.card": {
    path: "/subscriptions/mine/:subscriptionId/card",
    permission: "subscriptions.card",
  },
  "routes/_app.subscriptions.mine.$subscriptionId.pay": {
    path: "/subscriptions/mine/:subscriptionId/pay",
    permission: "subscriptions.card",
  },
  "routes/card.done": { path: "/card/done", permission: "subscriptions.cardLink" },
  "routes/card.$subscriptionId.$cardGeneration.$expiresAt.$mac": {
    path: "/card/:subscriptionId/:cardGeneration/:expiresAt/:mac",
    permission: "subscriptions.cardLink",
  },
  "routes/subscriptions.export": { path: "/subscriptions/export", permission: "subscriptions.export" },
  "routes/_app.clients._index": { path: "/clients", permission: "clients.read" },
  "routes/_app.clients.new": { path: "/clients/new", permission: "clients.edit" },
  "routes/clients.export": { path: "/clients/export", permission: "clients.export" },
  "routes/_app.clients.$clientId": { path: "/clients/:clientId", permission: "clients.read" },
  "routes/_app.clients.$clientId.edit": { path: "/clients/:clientId/edit", permission: "clients.edit" },
  "routes/_app.clients.$clientId.affiliate": { path: "/clients/:clientId/affiliate", permission: "clients.edit" },
  "routes/_app.clients.$clientId.move": { path: "/clients/:clientId/move", permission: "orders.move" },
  "routes/_app.clients.$clientId.notes.new": { path: "/clients/:clientId/notes/new", permission: "clients.edit" },
  "routes/_app.clients.$clientId.notes.$noteId": {
    path: "/clients/:clientId/notes/:noteId",
    permission: "clients.edit",
  },
  "routes/_app.clients.$clientId.notes.$noteId_.delete": {
    path: "/clients/:clientId/notes/:noteId/delete",
    permission: "clients.edit",
  },
  "routes/_app.clients.$clientId_.statement": { path: "/clients/:clientId/statement", permission: "clients.read" },
  "routes/clients.$clientId.statement.export": {
    path: "/clients/:clientId/statement/export",
    permission: "clients.export",
  },
  "routes/back-to-admin": { path: "/back-to-admin", permission: "account.backToAdmin" },
  "routes/uploads": { path: "/uploads", permission: "files.upload" },
  "routes/_app.services.$serviceId.details": { path: "/services/:serviceId/details", permission: "catalogue.browse" },
  "routes/_app.services.$serviceId.invoice": { path: "/services/:serviceId/invoice", permission: "services.manage" },
  "routes/_open.developers": { path: "/developers", permission: "api.document" },
  "routes/_open": { path: "", permission: "checkout.view" },
  "routes/_open.services.$serviceId.checkout": { path: "/services/:serviceId/checkout", permission: "checkout.view" },
  "routes/_open.services.$serviceId.checkout.sign-in": {
    path: "/services/:serviceId/checkout/sign-in",
    permission: "account.signIn",
  },
  "routes/_open.services.$serviceId.checkout.sign-up": {
    path: "/services/:serviceId/checkout/sign-up",
    permission: "account.signUp",
  },
  "routes/_app._index": { path: "/", permission: "home.view" },
  "routes/_app.notifications": { path: "/notifications", permission: "notifications.own" },
  "routes/notifications.latest": { path: "/notifications/latest", permission: "notifications.own" },
  "routes/_app.welcome": { path: "/welcome", permission: "account.welcome" },
  "routes/preferences": { path: "/preferences", permission: "preferences.choose" },
  "routes/logout": { path: "/logout", permission: "account.signOut" },
  "routes/dev.gallery": { path: "/dev/gallery", permission: "gallery.view" },
  "routes/$": { path: "/*", permission: "page.missing" },
};
