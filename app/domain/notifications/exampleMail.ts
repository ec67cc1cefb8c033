import { paths } from "~/paths";
import type { Context } from "../context";
import { commonVariables, type MailKind, mailKind, STOP_CART_MAILS } from "../mailKinds";
import type { MailText } from "../mailTemplate";
import { composeMail, type MailBlock } from "./composeMail";

const actions: Record<MailKind, { label: string; path: string } | null> = {
  passwordReset: { label: "Reset Password", path: paths.signIn() },
  clientInvitation: { label: "Choose your password", path: paths.signIn() },
  teamInvitation: { label: "Choose your password", path: paths.signIn() },
  signInLink: { label: "Sign in", path: paths.signIn() },
  lockedOut: { label: "Get a sign-in link", path: paths.signIn() },
  twoFactorOn: { label: "Turn it off", path: paths.signIn() },
  securityChange: { label: "Set a new password", path: paths.forgotPassword() },
  dataReady: { label: "Download", path: paths.profile() },
  deletionRequested: { label: "Open your profile", path: paths.profile() },
  deletionUndone: null,
  deletionDone: null,
  receipt: { label: "Add project details", path: paths.orders() },
  paymentRequested: { label: "Pay $250.00", path: paths.orders() },
  refund: { label: "View order", path: paths.orders() },
  cartFirst: { label: "Complete your order", path: paths.orders() },
  cartSecond: { label: "Complete your order", path: paths.orders() },
  notices: { label: "View order", path: paths.orders() },
  replyRefused: { label: "View order", path: paths.orders() },
  renewalSoon: { label: "View subscriptions", path: paths.ownSubscriptions() },
  renewalFailed: { label: "Update card", path: paths.ownSubscriptions() },
  pastDue: { label: "Update card", path: paths.ownSubscriptions() },
  confirmPayment: { label: "Confirm payment", path: paths.ownSubscriptions() },
  cardExpiring: { label: "Update card", path: paths.ownSubscriptions() },
  subscriptionEnds: { label: "View subscriptions", path: paths.orders() },
  subscriptionCancelled: null,
  healthAlert: { label: "View health", path: paths.health() },
  missedPayments: { label: "View missed payments", path: paths.missedPayments() },
  unmatchedPayment: { label: "View payment", path: paths.health() },
  testMail: { label: "Open the portal", path: "" },
  bookDifferences: { label: "Open the books", path: paths.books() },
};

const blocks: Partial<Record<MailKind, MailBlock>> = {
  receipt: {
    rows: [
      { label: "2 × DA 30+", value: "$250.00" },
      { label: "Total paid", value: "$250.00" },
    ],
  },
  notices: { paragraphs: ["Order 1042 was delivered"] },
  bookDifferences: {
    paragraphs: ["The nightly check of the books found 2 records that do not agree."],
  },
};

const choices: Partial<Record<MailKind, string>> = {
  cartFirst: STOP_CART_MAILS,
  cartSecond: STOP_CART_MAILS,
  notices: "Choose which emails you get",
};

/** A mail with the examples of its variables. Its button leads to a page that needs no token. */
export function exampleMail(ctx: Pick<Context, "settings" | "siteUrl">, kind: MailKind, text?: MailText) {
  const { variables } = mailKind(kind);
  const action = actions[kind];
  const block = blocks[kind];
  const choice = choices[kind];
  return composeMail(
    ctx,
    kind,
    {
      firstName: commonVariables.firstName,
      values: variables,
      ...(block ? { block } : {}),
      ...(action ? { action: { label: action.label, url: ctx.siteUrl + action.path } } : {}),
      ...(choice ? { choice: { label: choice, url: ctx.siteUrl + paths.profile() } } : {}),
    },
    text,
  );
}
