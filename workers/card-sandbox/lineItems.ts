import type Stripe from "stripe";
import type { Call } from "./call";
import { invalidRequest, noSuch } from "./errors";
import { newId } from "./ids";

type Item = Stripe.Checkout.SessionCreateParams.LineItem;

/** The rows of a Checkout Session, priced in cents from their inline `price_data`. */
export function lineItemsOf(call: Call, items: Item[]): Stripe.LineItem[] {
  return items.map((item, index) => lineItem(call, item, `line_items[${index}]`));
}

function lineItem(call: Call, item: Item, param: string): Stripe.LineItem {
  if (item.price) throw noSuch("price", item.price, `${param}[price]`);
  const price = item.price_data;
  if (!price || price.unit_amount === undefined) {
    throw invalidRequest(`You must specify either \`price\` or \`price_data\` with \`unit_amount\`.`, {
      code: "parameter_missing",
      param: `${param}[price_data]`,
    });
  }
  if (price.currency !== "usd")
    throw invalidRequest(`Invalid currency: ${price.currency}`, { param: `${param}[price_data][currency]` });
  if (!price.product_data?.name)
    throw invalidRequest(`Missing required param: ${param}[price_data][product_data][name].`, {
      code: "parameter_missing",
      param: `${param}[price_data][product_data]`,
    });
  if (price.unit_amount < 0)
    throw invalidRequest("This value must be greater than or equal to 0.", {
      code: "parameter_invalid_integer",
      param: `${param}[price_data][unit_amount]`,
    });
  const quantity = item.quantity ?? 0;
  if (quantity < 1)
    throw invalidRequest("You must specify a quantity.", { code: "parameter_missing", param: `${param}[quantity]` });
  const total = price.unit_amount * quantity;
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: "usd",
    description: price.product_data.name,
    metadata: {},
    price: {
      id: newId("price"),
      object: "price",
      active: false,
      billing_scheme: "per_unit",
      created: call.now,
      currency: "usd",
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId("prod"),
      recurring: null,
      tax_behavior: "unspecified",
      tiers_mode: null,
      transform_quantity: null,
      type: "one_time",
      unit_amount: price.unit_amount,
      unit_amount_decimal: null,
    },
    quantity,
  };
}
