/** The network's answer to a charge. */
export interface Decline {
  code: string;
  declineCode?: string;
  adviceCode?: "confirm_card_data" | "do_not_try_again" | "try_again_later";
  networkDeclineCode?: string;
  message: string;
  param?: string;
}

/** When a card requires authentication: never; on session until set up; always, off session too. */
export type Authentication = "never" | "until_set_up" | "always";

export interface TestCard {
  number: string;
  /** The `pm_card_...` names of this card in server calls. */
  aliases: string[];
  brand: "visa" | "mastercard" | "amex";
  authentication: Authentication;
  /** Refuses the charge, and saving the card too. */
  decline?: Decline;
  /** Refuses every charge but lets the card be saved (dunning). */
  chargeDecline?: Decline;
  /** Refuses the charge after authentication. */
  declineAfterAuthentication?: Decline;
  refund?: "fails" | "pending";
  /** Its cardholder disputes every charge as fraudulent. */
  disputes?: true;
}

const declined = (
  declineCode: string,
  networkDeclineCode: string,
  adviceCode: Decline["adviceCode"],
  message = "Your card was declined.",
): Decline => ({
  code: "card_declined",
  declineCode,
  networkDeclineCode,
  adviceCode,
  message,
});
const generic = declined("generic_decline", "01", "try_again_later");
const own = (
  code: string,
  networkDeclineCode: string,
  adviceCode: Decline["adviceCode"],
  message: string,
  param?: string,
): Decline => ({
  code,
  networkDeclineCode,
  adviceCode,
  message,
  param,
});

const visa = (number: string, alias: string, behaviour: Partial<TestCard> = {}): TestCard => ({
  number,
  aliases: [alias],
  brand: "visa",
  authentication: "never",
  ...behaviour,
});

/** Stripe's documented test cards, as far as a card-only shop can tell them apart. */
export const testCards: TestCard[] = [
  visa("4242424242424242", "pm_card_visa"),
  { number: "5555555555554444", aliases: ["pm_card_mastercard"], brand: "mastercard", authentication: "never" },
  { number: "378282246310005", aliases: ["pm_card_amex"], brand: "amex", authentication: "never" },
  visa("4000000000000002", "pm_card_chargeDeclined", {
    aliases: ["pm_card_chargeDeclined", "pm_card_visa_chargeDeclined"],
    decline: generic,
  }),
  visa("4000000000009995", "pm_card_visa_chargeDeclinedInsufficientFunds", {
    aliases: ["pm_card_visa_chargeDeclinedInsufficientFunds", "pm_card_chargeDeclinedInsufficientFunds"],
    decline: declined("insufficient_funds", "51", "try_again_later", "Your card has insufficient funds."),
  }),
  visa("4000000000009987", "pm_card_visa_chargeDeclinedLostCard", {
    decline: declined("lost_card", "41", "do_not_try_again"),
  }),
  visa("4000000000009979", "pm_card_visa_chargeDeclinedStolenCard", {
    decline: declined("stolen_card", "43", "do_not_try_again"),
  }),
  visa("4000000000000069", "pm_card_chargeDeclinedExpiredCard", {
    decline: own("expired_card", "54", "confirm_card_data", "Your card has expired.", "exp_month"),
  }),
  visa("4000000000000127", "pm_card_chargeDeclinedIncorrectCvc", {
    decline: own("incorrect_cvc", "N7", "confirm_card_data", "Your card's security code is incorrect.", "cvc"),
  }),
  visa("4000000000000119", "pm_card_chargeDeclinedProcessingError", {
    decline: own(
      "processing_error",
      "96",
      "try_again_later",
      "An error occurred while processing your card. Try again in a little bit.",
    ),
  }),
  visa("4000000000000341", "pm_card_chargeCustomerFail", { chargeDecline: generic }),
  visa("4000002500003155", "pm_card_authenticationRequiredOnSetup", { authentication: "until_set_up" }),
  visa("4000002760003184", "pm_card_authenticationRequired", { authentication: "always" }),
  visa("4000000000003220", "pm_card_threeDSecure2Required", { authentication: "always" }),
  visa("4000008400001629", "pm_card_threeDSecureRequiredChargeDeclined", {
    authentication: "always",
    declineAfterAuthentication: generic,
  }),
  visa("4000000000000259", "pm_card_createDispute", { disputes: true }),
  visa("4000000000005126", "pm_card_refundFail", { refund: "fails" }),
  visa("4000000000007726", "pm_card_pendingRefund", { refund: "pending" }),
];

/** The card behind a number. Any number that is not a test card is refused, as test mode refuses real cards. */
export function cardOfNumber(number: string): TestCard {
  const card = testCards.find((card) => card.number === number);
  return (
    card ?? {
      ...visa(number, ""),
      aliases: [],
      decline: declined(
        "test_mode_live_card",
        "",
        "do_not_try_again",
        "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
      ),
    }
  );
}

/** The card of a `pm_card_...` name. */
export function cardOfAlias(alias: string): TestCard | undefined {
  return testCards.find((card) => card.aliases.includes(alias));
}

/** Refusal of an off-session charge on a card that requires authentication. */
export const authenticationRequired: Decline = {
  code: "authentication_required",
  declineCode: "authentication_required",
  networkDeclineCode: "1A",
  message: "Your card was declined. This transaction requires authentication.",
};
