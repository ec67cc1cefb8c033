/** How a browser opens a form with text fields: from a list's first row, an address, and a link. */
export interface TextForm {
  /** Its component under app/features. */
  file: string;
  as: "superAdmin" | "customer" | "affiliate";
  /** A list whose first row is opened, or with `row: false` the page itself. */
  at: string;
  row?: false;
  /** The service whose card is opened instead of a row. */
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
  staff("clients/NewClientForm", "/clients/new", page),
  staff("clients/NoteDialog", emma, { below: "/notes/new" }),
  staff("coupons/CouponForm", "/coupons?code=PARTNER15"),
  staff("creatives/CreativeForm", "/creatives/new", page),
  staff("orders/CancelOrderDialog", "/orders?status=Working", { below: "/cancel" }),
  staff("orders/ManualOrderForm", "/orders/new", { ...page, field: "Transaction details" }),
  staff("orders/MessageComposer", "/orders?status=Working", { field: "Message to the client" }),
  staff("orders/OrderEditForm", "/orders?status=Working", { field: "Notes" }),
  staff("orders/OrderEntryDialog", "/orders?status=Inputs_Required", { link: "Add entry" }),
  staff("orders/RefundOrderDialog", "/orders?status=Working", { below: "/refund" }),
  staff("orders/ReopenOrderDialog", "/orders?status=Cancelled", { below: "/reopen" }),
  staff("services/CustomerInterfaceEditor", service, { below: "/customer-interface" }),
  staff("services/IntakeBuilder", service, { below: "/intake-form" }),
  staff("services/PackageDialog", service, { below: "/packages/new" }),
  staff("services/ServiceForm", service),
  staff("services/ServiceInvoiceDialog", service, { below: "/invoice" }),
  staff("subscriptions/CancelSubscriptionDialog", "/subscriptions?status=Active", { ...page, link: /^Cancel$/ }),
  staff("team/TeamAccountDialog", "/teams/new", page),
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
  "books/ExplainDialog": "needs books that do not balance",
  "checkout/DetailsForm": "needs a purchase",
  "clients/MoveOrdersDialog": "finds a client by a search",
  "orders/OrderApproval": "needs a delivered order",
  "payouts/NewPayoutView": "needs approved commissions",
  "profile/TwoFactorControls": "needs a second factor, and holds a password",
  "subscriptions/AskToCancelDialog": "needs a subscription of the customer",
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
  // Buttons, files, cards and ticks.
  "announcements/DeleteAnnouncementDialog",
  "books/BooksView",
  "checkout/ResumePayment",
  "clients/ClientView",
  "clients/SignOutClientDialog",
  "coupons/DeleteCouponDialog",
  "creatives/DeleteCreativeDialog",
  "health/DeadLetterView",
  "health/DeadLettersView",
  "health/HealthView",
  "orders/DeleteEntryDialog",
  "orders/DeleteReportDialog",
  "orders/OrderReports",
  "profile/ConfirmAddressCard",
  "profile/NoticeChoicesForm",
  "profile/PasswordForm",
  "profile/ProfilePhotoForm",
  "profile/SessionList",
  "services/ArrangeDialog",
  "services/DeletePackageDialog",
  "services/DeleteServiceDialog",
  "subscriptions/CardForm",
  "subscriptions/CardPageView",
  "subscriptions/ChargeNowDialog",
  "subscriptions/MissedPaymentsDialog",
  "subscriptions/RefundUnmatchedDialog",
  "team/DeleteTeamAccountDialog",
  "team/ResendInvitationDialog",
  "team/ResetTwoFactorDialog",
];

function accounts(name: string) {
  return `accounts/${name}`;
}
