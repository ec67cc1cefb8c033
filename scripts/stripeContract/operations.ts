/** The API calls that the product and its sandbox use: name, declaration file, class, method. */
export const operations = [
  ["accounts.retrieveCurrent", "Accounts", "AccountResource", "retrieveCurrent"],
  ["customers.create", "Customers", "CustomerResource", "create"],
  ["customers.retrieve", "Customers", "CustomerResource", "retrieve"],
  ["customers.update", "Customers", "CustomerResource", "update"],
  ["customers.list", "Customers", "CustomerResource", "list"],
  ["customers.del", "Customers", "CustomerResource", "del"],
  ["customers.listPaymentMethods", "Customers", "CustomerResource", "listPaymentMethods"],
  ["paymentIntents.create", "PaymentIntents", "PaymentIntentResource", "create"],
  ["paymentIntents.retrieve", "PaymentIntents", "PaymentIntentResource", "retrieve"],
  ["paymentIntents.update", "PaymentIntents", "PaymentIntentResource", "update"],
  ["paymentIntents.confirm", "PaymentIntents", "PaymentIntentResource", "confirm"],
  ["paymentIntents.cancel", "PaymentIntents", "PaymentIntentResource", "cancel"],
  ["paymentIntents.list", "PaymentIntents", "PaymentIntentResource", "list"],
  ["setupIntents.create", "SetupIntents", "SetupIntentResource", "create"],
  ["setupIntents.retrieve", "SetupIntents", "SetupIntentResource", "retrieve"],
  ["setupIntents.confirm", "SetupIntents", "SetupIntentResource", "confirm"],
  ["setupIntents.cancel", "SetupIntents", "SetupIntentResource", "cancel"],
  ["paymentMethods.create", "PaymentMethods", "PaymentMethodResource", "create"],
  ["paymentMethods.retrieve", "PaymentMethods", "PaymentMethodResource", "retrieve"],
  ["paymentMethods.attach", "PaymentMethods", "PaymentMethodResource", "attach"],
  ["paymentMethods.detach", "PaymentMethods", "PaymentMethodResource", "detach"],
  ["paymentMethods.list", "PaymentMethods", "PaymentMethodResource", "list"],
  ["refunds.create", "Refunds", "RefundResource", "create"],
  ["refunds.retrieve", "Refunds", "RefundResource", "retrieve"],
  ["refunds.list", "Refunds", "RefundResource", "list"],
  ["disputes.retrieve", "Disputes", "DisputeResource", "retrieve"],
  ["disputes.update", "Disputes", "DisputeResource", "update"],
  ["disputes.list", "Disputes", "DisputeResource", "list"],
  ["files.create", "Files", "FileResource", "create"],
  ["charges.retrieve", "Charges", "ChargeResource", "retrieve"],
  ["charges.list", "Charges", "ChargeResource", "list"],
  ["balanceTransactions.list", "BalanceTransactions", "BalanceTransactionResource", "list"],
  ["checkout.sessions.create", "Checkout/Sessions", "SessionResource", "create"],
  ["checkout.sessions.retrieve", "Checkout/Sessions", "SessionResource", "retrieve"],
  ["checkout.sessions.list", "Checkout/Sessions", "SessionResource", "list"],
  ["checkout.sessions.expire", "Checkout/Sessions", "SessionResource", "expire"],
  ["events.retrieve", "Events", "EventResource", "retrieve"],
  ["events.list", "Events", "EventResource", "list"],
] as const;

/** Objects with their own definition: interface name, declaration file, definition name. */
export const objects = [
  ["Account", "Accounts", "account"],
  ["PaymentIntent", "PaymentIntents", "payment_intent"],
  ["Customer", "Customers", "customer"],
  ["DeletedCustomer", "Customers", "deleted_customer"],
  ["PaymentMethod", "PaymentMethods", "payment_method"],
  ["SetupIntent", "SetupIntents", "setup_intent"],
  ["Refund", "Refunds", "refund"],
  ["Charge", "Charges", "charge"],
  ["Dispute", "Disputes", "dispute"],
  ["File", "Files", "file"],
  ["BalanceTransaction", "BalanceTransactions", "balance_transaction"],
  ["Session", "Checkout/Sessions", "checkout.session"],
] as const;

/** Parts of the API that a card-only shop never uses stay unchecked: `true` accepts anything. */
export const unchecked = new Set([
  ..."acss_debit affirm afterpay_clearpay alipay alma amazon_pay au_becs_debit bacs_debit bancontact billie bizum blik boleto".split(
    " ",
  ),
  ..."card_present cashapp crypto custom customer_balance demo_pay eps fpx giropay grabpay id_bank_transfer ideal interac_present".split(
    " ",
  ),
  ..."kakao_pay klarna konbini kr_card link mb_way mobilepay multibanco naver_pay nz_bank_account oxxo p24 pay_by_bank payco paynow".split(
    " ",
  ),
  ..."paypal paypay payto pix promptpay revolut_pay samsung_pay satispay scalapay sepa_debit sequra sofort sunbit swish twint upi".split(
    " ",
  ),
  ..."us_bank_account wechat_pay zip ach_credit_transfer ach_debit multibanco stripe_account wechat click_to_pay".split(
    " ",
  ),
  ..."amount_details application application_fee balance_transaction failure_balance_transaction hooks on_behalf_of payment_details".split(
    " ",
  ),
  ..."managed_payments payment_record presentment_details review source source_transfer transfer transfer_data transfer_group".split(
    " ",
  ),
  ..."automatic_tax adaptive_pricing after_expiration consent_collection currency_conversion custom_fields custom_text discounts".split(
    " ",
  ),
  ..."invoice invoice_creation optional_items shipping_cost shipping_options total_details tax_id_collection name_collection".split(
    " ",
  ),
  ..."origin_context wallet_options permissions collected_information branding_settings fraud_details level3 radar_options".split(
    " ",
  ),
  ..."cash_balance default_source discount sources subscriptions tax tax_ids test_clock rendering_options custom_fields".split(
    " ",
  ),
  ..."destination_details flow_directions subscription_data tax_id_data rendering mandate_options three_d_secure_usage".split(
    " ",
  ),
  ..."masterpass visa_checkout amex_express_checkout apple_pay google_pay rendering_options sepa_credit_transfer".split(
    " ",
  ),
  ..."installments multicapture overcapture extended_authorization incremental_authorization network_token generated_from".split(
    " ",
  ),
  ..."business_profile company controller external_accounts future_requirements requirements groups individual tos_acceptance".split(
    " ",
  ),
]);
