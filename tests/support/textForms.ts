/** How a browser opens a form with text fields: from a list's first row, an address, and a link. */
export interface TextForm {
  /** Its component under app/features. */
  file: string;
  as: "superAdmin" | "customer" | "affiliate";
  /** A list whose first row is opened, or with `row: false` the page itself. */
  at: string;
  row?: false;
  /** The service whose card or row is opened instead of the first row. */
  card?: string;
  /** Added to the row's address. */
  below?: string;
  /** The first link of that page with this name is opened. */
  link?: string | RegExp;
  /** The field to type into. Default: the form's first text field. */
  field?: string;
}

const staff = (file: string, at: string, rest: Partial<TextForm> = {}): TextForm => ({
  file,
  as: "superAdmin",
  at,
  ...rest,
});
const page = { row: false } as const;
const emma = "/clients?firstName=Emma";
const service = "/services?name=Guest+Posts+by";

/** Every form in which a person types, by the account that opens it. */
export const textForms: readonly TextForm[] = [
  staff("affiliates/ProgrammeForm", "/affiliates/settings", page),
  staff("announcements/AnnouncementForm", "/announcements/new", page),
  staff("clients/AffiliateDialog", emma, { below: "/affiliate", field: "Affiliate code" }),
  staff("clients/ClientFormDialog", emma, { below: "/edit" }),
  staff("clients/ExcludedSitesDialog", emma, { below: "/excluded-sites" }),
  staff("clients/NewClientForm", "/clients/new", page),
  staff("clients/NoteDialog", emma, { below: "/notes/new" }),
  staff("coupons/CouponForm", "/coupons?code=PARTNER15"),
  staff("creatives/CreativeForm", "/creatives/new", page),
  staff("inbox/SavedReplyForm", "/saved-replies/new", page),
  staff("orders/CancelOrderDialog", "/orders?status=Working", { below: "/cancel" }),
  staff("orders/DeadlineDialog", "/orders?status=Working", { below: "/deadline" }),
  staff("orders/DeliverOrderDialog", "/orders?status=Working", { below: "/deliver", field: "Links" }),
  staff("orders/LaterMessagesDialog", "/orders?status=Working", {
    below: "/messages/later",
    field: "Message to the client",
  }),
  staff("orders/ManualOrderForm", "/orders/new", { ...page, field: "Transaction details" }),
  staff("orders/OrderEditForm", "/orders?status=Working", { field: "Notes" }),
  staff("orders/OrderEntryDialog", "/orders?status=Inputs_Required&size=100", {
    card: "Monthly SEO Partnership",
    link: "Add entry",
  }),
  staff("orders/RefundOrderDialog", "/orders?status=Working", { below: "/refund" }),
  staff("orders/TagForm", "/tags"),
  staff("orders/ReopenOrderDialog", "/orders?status=Cancelled", { below: "/reopen" }),
  staff("services/CustomerInterfaceEditor", service, { below: "/customer-interface" }),
  staff("services/IntakeBuilder", service, { below: "/intake-form" }),
  staff("services/LinkRulesDialog", service, { below: "/packages/rules" }),
  staff("services/PackageDialog", service, { below: "/packages/new" }),
  staff("services/ServiceForm", service),
  staff("services/ServiceInvoiceDialog", service, { below: "/invoice" }),
  staff("settings/BrandForm", "/settings/brand", page),
  staff("settings/ContactForm", "/settings/contact", { ...page, field: "Title of the video" }),
  staff("settings/OrderSettingsForm", "/settings/orders", { ...page, field: "Number of the next order" }),
  staff("settings/SecuritySettingsForm", "/settings/security", { ...page, field: "Days in all" }),
  staff("settings/ShopSettingsForm", "/settings/shop", page),
  staff("settings/CompanyForm", "/settings/company", page),
  staff("settings/MailTextForm", "/settings/email/passwordReset", page),
  staff("settings/PaymentSettingsForm", "/settings/payments", page),
  staff("settings/ImportView", "/settings/import", { ...page, field: "List" }),
  staff("settings/DataSettingsForm", "/settings/data", { ...page, field: "Read notifications in days" }),
  staff("settings/SenderForm", "/settings/email", page),
  staff("subscriptions/CancelSubscriptionDialog", "/subscriptions?status=Active", { ...page, link: /^Cancel$/ }),
  staff("team/TeamAccountDialog", "/teams/new", page),
  staff("views/ViewForm", "/views/new?of=%2Forders%3Fstatus%3DWorking", page),
  {
    file: "checkout/CheckoutForm",
    as: "customer",
    at: "/services",
    card: "Guest Posts",
    below: "/checkout",
    field: "DA 20+",
  },
  { file: "profile/ProfileForm", as: "customer", at: "/profile", row: false, field: "City" },
  { file: "profile/TwoFactorSetupForm", as: "customer", at: "/profile/two-factor", row: false },
  { file: "payouts/PayeeForm", as: "affiliate", at: "/affiliate/payouts", row: false },
];

/** Forms with text that only a longer journey opens. They share the guard of `Form` with the ones above. */
export const deepForms: Readonly<Record<string, string>> = {
  "approvals/ApprovalForm": "needs the link of a mail",
  "books/ExplainDialog": "needs books that do not balance",
  "checkout/DetailsForm": "needs a purchase",
  "clients/MoveOrdersDialog": "finds a client by a search",
  "orders/EditMessageDialog": "needs a message of the last minutes",
  "orders/DisputeAnswerView": "needs a disputed payment",
  "orders/MessageComposer": "asks only until its draft is saved",
  "orders/OrderApproval": "needs a delivered order",
  "preflight/SheetDialog": "needs a service of tracked links",
  "placements/AnswerForm": "needs a proposed site",
  "placements/ClaimCard": "needs a guaranteed live link",
  "placements/PastedListView": "needs an order of tracked links",
  "placements/PasteRowsView": "needs an order of tracked links",
  "placements/PlacementForm": "needs an order of tracked links",
  "placements/SightForm": "needs a live link",
  "placements/StaffSteps": "needs an order of tracked links",
  "payouts/NewPayoutView": "needs approved commissions",
  "profile/TwoFactorControls": "needs a second factor, and holds a password",
  "setup/FirstAdminForm": "needs a portal without a super admin",
  "subscriptions/AskToCancelDialog": "needs a setting and a subscription of the customer",
  "subscriptions/CancelOwnDialog": "needs a subscription of the customer",
  "subscriptions/KeepSubscriptionDialog": "needs a request of a customer",
};

/** Forms without text, or whose input is worth nothing later. */
export const textlessForms: readonly string[] = [
  // Credentials: navigation after a session's end is never asked about.
  ...["CheckYourEmail", "ForgotPasswordForm", "ResetPasswordForm", "SignInByLinkForm", "SignInForm"].map(accounts),
  ...["SignInLinkForm", "SignUpForm"].map(accounts),
  // A choice that is saved immediately.
  "clients/ClientForms",
  "services/ServiceImageForm",
  "commissions/StatusBar",
  "orders/OrderBar",
  "profile/KeysCard",
  // Buttons, files, cards and ticks.
  "books/BooksView",
  "checkout/ResumePayment",
  "clients/ClientView",
  "clients/SignOutClientDialog",
  "inbox/ThreadView",
  "health/HealthView",
  "health/UnsentMessages",
  "personalData/DeletionNotice",
  "personalData/DeleteAccountForm",
  "personalData/DeleteClientDialog",
  "personalData/OwnDataCard",
  "placements/ChecksView",
  "orders/DeleteEntryDialog",
  "workQueue/TakeForm",
  "orders/DeleteReportDialog",
  "orders/DiscardOrderDialog",
  "orders/DripDialog",
  "orders/OrderReports",
  "orders/OrderView",
  "placements/PlanForm",
  "profile/ConfirmAddressCard",
  "profile/NoticeChoicesForm",
  "profile/PasswordForm",
  "profile/RemoveCardDialog",
  "profile/SavedCardList",
  "profile/ProfilePhotoForm",
  "profile/SessionList",
  "profile/TimeZoneForm",
  "profile/WorkingDayForm",
  "records/DeleteDialog",
  "team/HandOverDialog",
  "services/ArrangeDialog",
  "setup/FirstSteps",
  "settings/EverythingCard",
  "settings/NoticeSettingsForm",
  "subscriptions/CardForm",
  "subscriptions/CardPageView",
  "subscriptions/ChargeNowDialog",
  "subscriptions/OwnSubscriptionsView",
  "health/MissedPaymentsDialog",
  "health/RefundUnmatchedDialog",
  "team/DeleteTeamAccountDialog",
  "team/ResendInvitationDialog",
  "team/ResetTwoFactorDialog",
];

function accounts(name: string) {
  return `accounts/${name}`;
}
