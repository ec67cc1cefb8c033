/** A mail of the portal, with the text that it has until the agency writes its own (rules.md settings/mail-texts). */
interface MailDefinition<Variable extends string> {
  name: string;
  group: MailGroup;
  /** When it is sent, as a sentence. */
  when: string;
  /** What it can say, with an example, besides `commonVariables`. */
  variables: Readonly<Record<Variable, string>>;
  /** A list that the mail shows where this variable stands, in a paragraph of its own. */
  block?: { variable: string; holds: string };
  subject: string;
  body: string;
}

export const mailGroups = ["Accounts", "Orders", "Subscriptions", "For super admins"] as const;
type MailGroup = (typeof mailGroups)[number];

/** Variables of every mail, with an example where the settings do not give one. */
export const commonVariables = {
  greeting: "Hello Ada,",
  firstName: "Ada",
  agency: "",
  supportEmail: "",
} as const;

/** The last line of a mail about an unfinished order. */
export const STOP_CART_MAILS = "Unsubscribe from emails about unfinished orders";

const mail = <Variable extends string>(definition: MailDefinition<Variable>) => definition;
const text = (...paragraphs: string[]) => ["{{greeting}}", ...paragraphs].join("\n\n");

export const mailKinds = {
  passwordReset: mail({
    name: "Password reset",
    group: "Accounts",
    when: "Someone asks for a new password.",
    variables: { minutes: "60" },
    subject: "Reset your {{agency}} password",
    body: text(
      "Someone asked for a new password for your account. Open the link to choose one.",
      "The link works once, within {{minutes}} minutes. If you did not ask for it, ignore this email. Your password has not changed.",
    ),
  }),
  clientInvitation: mail({
    name: "Invitation of a client",
    group: "Accounts",
    when: "Staff create a client's account.",
    variables: { days: "7" },
    subject: "Welcome to {{agency}}",
    body: text(
      "We created an account for you at {{agency}}. Use it to order our services and follow them until they are delivered.",
      "Open the link to choose your password. It works once, within {{days}} days.",
    ),
  }),
  teamInvitation: mail({
    name: "Invitation to the team",
    group: "Accounts",
    when: "A super admin adds someone to the team.",
    variables: { days: "7" },
    subject: "Welcome to {{agency}}",
    body: text(
      "You were added to the team of {{agency}}.",
      "Open the link to choose your password. It works once, within {{days}} days.",
    ),
  }),
  signInLink: mail({
    name: "Sign-in link",
    group: "Accounts",
    when: "Someone asks to sign in without a password.",
    variables: { minutes: "10" },
    subject: "Sign in to {{agency}}",
    body: text(
      "Someone asked for a link to sign in to your account without a password.",
      "The link works once, within {{minutes}} minutes. If you did not ask for it, ignore this email. No one has signed in.",
    ),
  }),
  lockedOut: mail({
    name: "Too many failed sign-ins",
    group: "Accounts",
    when: "Sign-ins of an account are blocked, at most once a day.",
    variables: { hours: "24", minutes: "10" },
    subject: "{{agency}}: too many failed sign-ins",
    body: text(
      "Someone tried to sign in to your account too often with a wrong password or code. We block more tries from there for 15 minutes.",
      "If this was you, use the link below within {{hours}} hours. We then email you another link, which signs you in without a password within {{minutes}} minutes.",
      "If this was not you, your account is safe and you do not need to do anything.",
    ),
  }),
  twoFactorOn: mail({
    name: "Two-factor sign-in turned on",
    group: "Accounts",
    when: "Someone turns on two-factor sign-in. The link turns it off.",
    variables: { hours: "72" },
    subject: "{{agency}}: Two-factor sign-in was turned on",
    body: text(
      "Two-factor sign-in was turned on. If this was you, you do not need to do anything.",
      "If this was not you, turn it off within {{hours}} hours. All sessions end, and we email you a link to set a new password.",
    ),
  }),
  securityChange: mail({
    name: "Security change",
    group: "Accounts",
    when: "A password, an email address or another way to sign in has changed.",
    variables: { change: "Your password was changed" },
    subject: "{{agency}}: {{change}}",
    body: text(
      "{{change}}. If this was you, you do not need to do anything.",
      "If this was not you, set a new password immediately and contact {{supportEmail}}.",
    ),
  }),
  dataReady: mail({
    name: "Data of a client",
    group: "Accounts",
    when: "The data that a client or a super admin asked for can be downloaded.",
    variables: {},
    subject: "The data that you asked for is ready",
    body: text("You can download it for 30 days. The link asks you to sign in."),
  }),
  deletionRequested: mail({
    name: "Deletion of an account",
    group: "Accounts",
    when: "A client or staff request the deletion of the client's account.",
    variables: { request: "You asked us to delete your account.", date: "5 Dec 26" },
    subject: "Your account will be deleted on {{date}}",
    body: text(
      "{{request}} We will delete it in 14 days, on {{date}}.",
      "Until then you can use your account, download your data and undo the deletion on your profile.",
      "If you did not expect this, undo it, set a new password and contact {{supportEmail}}.",
    ),
  }),
  deletionUndone: mail({
    name: "Deletion undone",
    group: "Accounts",
    when: "The deletion of an account is undone.",
    variables: {},
    subject: "Your account will not be deleted",
    body: text("The deletion of your account was undone. Nothing has changed, and you can use it as before."),
  }),
  deletionDone: mail({
    name: "Account deleted",
    group: "Accounts",
    when: "A client's account was deleted. The mail does not name the person.",
    variables: {},
    subject: "Your account was deleted",
    body: text(
      "We deleted your account, your messages and your files. Your subscriptions have ended.",
      "We keep invoices and payments as long as the law asks.",
      "You can sign up again at any time. It will be a new account.",
    ),
  }),
  receipt: mail({
    name: "Receipt",
    group: "Orders",
    when: "An order is paid. The invoice is attached.",
    variables: {
      amount: "$250.00",
      orderNumber: "1042",
      service: "Guest Posting",
      date: "March 12, 2026",
      invoice: "Invoice 1001 is attached. You can also download it on the order page.",
      nextStep: "Next, tell us about your project so we can start.",
    },
    block: { variable: "items", holds: "the items and what was paid" },
    subject: "Receipt for order {{orderNumber}}",
    body: text(
      "We received {{amount}} for order {{orderNumber}}, {{service}}, on {{date}}. Thank you.",
      "{{items}}",
      "{{invoice}}",
      "{{nextStep}}",
    ),
  }),
  refund: mail({
    name: "Refund",
    group: "Orders",
    when: "A refund has succeeded.",
    variables: { amount: "$50.00", orderNumber: "1042", service: "Guest Posting" },
    subject: "Refund for order {{orderNumber}}",
    body: text("We refunded {{amount}} for order {{orderNumber}}, {{service}}."),
  }),
  cartFirst: mail({
    name: "Unfinished order",
    group: "Orders",
    when: "A client leaves a checkout unpaid for the first number of hours in Settings, Orders. It has a link to unsubscribe.",
    variables: { service: "Guest Posting", items: "2 × DA 30+" },
    subject: "Your order of {{service}} is not finished",
    body: text(
      "You began to order {{service}} and have not paid: {{items}}. Nothing was charged.",
      "We kept your choice. Open the link to complete your order.",
    ),
  }),
  cartSecond: mail({
    name: "Unfinished order, second email",
    group: "Orders",
    when: "The client has still not paid after the second number of hours. It is the last one for that checkout.",
    variables: { service: "Guest Posting", items: "2 × DA 30+" },
    subject: "We close your order of {{service}} soon",
    body: text(
      "Your order of {{service}} is still not paid: {{items}}. We close it 24 hours after you began it.",
      "Open the link to complete it. If something is not clear, write to {{supportEmail}}.",
    ),
  }),
  notices: mail({
    name: "Notifications",
    group: "Orders",
    when: "A person has new notifications. Those from the same five minutes share one email.",
    variables: { summary: "Order 1042 was delivered" },
    block: { variable: "notices", holds: "the notifications, and the links that wait for an approval" },
    subject: "{{summary}}",
    body: text("{{notices}}"),
  }),
  replyRefused: mail({
    name: "Reply not accepted",
    group: "Orders",
    when: "We cannot add a reply by email to its order. Automatic emails get no answer.",
    variables: { reason: "It answers a notification of more than 90 days ago." },
    subject: "Your email was not delivered",
    body: text(
      "We could not take your email into the portal. {{reason}}",
      "Sign in to write your message there, or contact {{supportEmail}}.",
    ),
  }),
  renewalSoon: mail({
    name: "Renewal soon",
    group: "Subscriptions",
    when: "A subscription renews in a few days.",
    variables: {
      service: "Monthly Links",
      date: "March 12, 2026",
      amount: "$250.00",
      card: "the card ending in 4242",
    },
    subject: "Your subscription to {{service}} renews soon",
    body: text("Your subscription to {{service}} renews on {{date}}. We will charge {{amount}} to {{card}}."),
  }),
  renewalFailed: mail({
    name: "Renewal failed",
    group: "Subscriptions",
    when: "A renewal was declined and is tried again.",
    variables: {
      service: "Monthly Links",
      amount: "$250.00",
      card: "the card ending in 4242",
      date: "March 13, 2026",
    },
    subject: "Your payment for {{service}} failed",
    body: text(
      "We could not charge {{amount}} to {{card}} for the renewal of {{service}}.",
      "We will try again on {{date}}. To pay with another card, open the link. You do not need a password.",
    ),
  }),
  pastDue: mail({
    name: "Subscription past due",
    group: "Subscriptions",
    when: "A renewal was declined and is not tried again.",
    variables: { service: "Monthly Links", amount: "$250.00", card: "the card ending in 4242" },
    subject: "Your payment for {{service}} failed: please update your card",
    body: text(
      "We could not charge {{amount}} to {{card}} for the renewal of {{service}}, and we will not try this card again.",
      "Open the link to add another card. You do not need a password. We charge it immediately and your subscription continues.",
    ),
  }),
  confirmPayment: mail({
    name: "Renewal to confirm",
    group: "Subscriptions",
    when: "The bank asks the cardholder to confirm a renewal.",
    variables: { service: "Monthly Links", amount: "$250.00" },
    subject: "Please confirm your payment for {{service}}",
    body: text(
      "Your bank needs you to confirm the payment of {{amount}} for the renewal of {{service}}.",
      "Open the link to confirm it with your bank. Nothing has been charged yet.",
    ),
  }),
  cardExpiring: mail({
    name: "Card expires soon",
    group: "Subscriptions",
    when: "A card expires before the next payment.",
    variables: {
      service: "Monthly Links",
      amount: "$250.00",
      card: "the card ending in 4242",
      date: "March 12, 2026",
    },
    subject: "The card for {{service}} expires soon",
    body: text(
      "The next payment for {{service}}, {{amount}}, is due on {{date}}. {{card}} will have expired by then.",
      "Open the link to add another card. You do not need a password.",
    ),
  }),
  paymentRequested: mail({
    name: "Payment requested",
    group: "Orders",
    when: "Staff create an order that the client pays.",
    variables: { service: "Guest Posts", items: "4 × DA 30+", amount: "$250.00" },
    subject: "Your order of {{service}} waits for your payment",
    body: text(
      "We prepared your order of {{service}}: {{items}}.",
      "Open the link to pay {{amount}} by card. We start work once you have paid.",
    ),
  }),
  subscriptionEnds: mail({
    name: "Subscription ends",
    group: "Subscriptions",
    when: "A client cancels a subscription at the end of what is paid.",
    variables: { service: "Monthly Links", date: "March 12, 2026" },
    subject: "Your subscription to {{service}} ends on {{date}}",
    body: text(
      "You canceled your subscription to {{service}}. It ends on {{date}}. You keep what is paid, and we will not charge your card for it again.",
      "Until then you can keep the subscription on your subscriptions page.",
    ),
  }),
  subscriptionCancelled: mail({
    name: "Subscription cancelled",
    group: "Subscriptions",
    when: "A subscription ends.",
    variables: { service: "Monthly Links" },
    subject: "Your subscription to {{service}} was canceled",
    body: text(
      "Your subscription to {{service}} has ended. We will not charge your card for it again.",
      "We will still deliver the orders you have paid for.",
    ),
  }),
  healthAlert: mail({
    name: "Something does not work",
    group: "For super admins",
    when: "A line of Health is red, once a day until it is solved.",
    variables: {
      summary: "3 messages were not sent",
      problem: "3 messages were not sent, the first on March 12, 2026.",
      advice: "Read them under Health, then send them again or delete them.",
    },
    subject: "{{summary}}",
    body: text("{{problem}}", "{{advice}}", "You get this email once a day until it is solved."),
  }),
  missedPayments: mail({
    name: "Missed payments",
    group: "For super admins",
    when: "Billing did not run when renewals fell due.",
    variables: {
      count: "2",
      client: "Ada Example",
      service: "Monthly Links",
      dates: "March 12, 2026, April 12, 2026",
      amount: "$500.00",
    },
    subject: "{{count}} payments of {{client}} were missed",
    body: text(
      "Billing did not run when {{service}} of {{client}} fell due on {{dates}}: {{amount}} in all.",
      "Nothing was charged for these dates. Decide under Health whether to charge them.",
    ),
  }),
  unmatchedPayment: mail({
    name: "Payment without an order",
    group: "For super admins",
    when: "The card provider has a payment whose order cannot be found.",
    variables: {
      amount: "$250.00",
      payment: "$250.00 from Ada Example, ada@example.com, paid on March 12, 2026, has no order: it was not found",
    },
    subject: "A payment of {{amount}} has no order",
    body: text(
      "{{payment}}",
      "Nothing happens to it automatically. Refund it, or create the order by hand and keep the payment.",
    ),
  }),
  testMail: mail({
    name: "Test email",
    group: "For super admins",
    when: "A super admin tries on First steps whether email arrives.",
    variables: {},
    subject: "{{agency}}: test email",
    body: text("Your portal can send email. You do not need to do anything."),
  }),
  bookDifferences: mail({
    name: "The books differ",
    group: "For super admins",
    when: "The nightly check of the books finds records that do not agree.",
    variables: { records: "2 records" },
    block: { variable: "differences", holds: "the records that differ" },
    subject: "The books differ in {{records}}",
    body: text("{{differences}}", "Correct the record, or explain it with a note. Each difference is mailed once."),
  }),
} as const satisfies Record<string, MailDefinition<string>>;

export type MailKind = keyof typeof mailKinds;
export type MailVariable<Kind extends MailKind> = keyof (typeof mailKinds)[Kind]["variables"] & string;

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(mailKinds, kind);

/** The definition of a mail, whichever it is. */
export const mailKind = (kind: MailKind): MailDefinition<string> => mailKinds[kind];
