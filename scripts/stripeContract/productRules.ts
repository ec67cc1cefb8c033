import type { Schema } from "./schemaOfType";

type Request = { properties: Record<string, Schema>; required?: string[]; [word: string]: unknown };

const amount = { type: "integer", minimum: 50, maximum: 99999999 };
const needsConfirm = (name: string) => ({
  if: { required: [name] },
  // biome-ignore lint/suspicious/noThenProperty: `then` is the word of JSON Schema
  then: { required: ["confirm"], properties: { confirm: { enum: [true, "true"] } } },
});
const exclusiveTypes = {
  if: { required: ["allowed_payment_method_types"] },
  // biome-ignore lint/suspicious/noThenProperty: `then` is the word of JSON Schema
  then: {
    not: {
      anyOf: ["automatic_payment_methods", "excluded_payment_method_types", "payment_method_configuration"].map(
        (name) => ({ required: [name] }),
      ),
    },
  },
};

/**
 * Adds what the API enforces but its types cannot express, and this product's own bounds (usd, 50 to 99999999 cents).
 */
export function addProductRules(operation: string, request: Request): void {
  const { properties } = request;
  if (operation === "paymentIntents.create") {
    Object.assign(properties, { amount, currency: { const: "usd" } });
    request.allOf = [exclusiveTypes, ...["off_session", "error_on_requires_action", "return_url"].map(needsConfirm)];
  }
  if (operation === "paymentIntents.update" && "amount" in properties) properties.amount = amount;
  if (operation === "setupIntents.create") request.allOf = [exclusiveTypes, needsConfirm("return_url")];
  if (operation === "refunds.create") properties.amount = { type: "integer", minimum: 1 };
  if (operation === "refunds.create") request.anyOf = [{ required: ["charge"] }, { required: ["payment_intent"] }];
  if (operation === "checkout.sessions.create") {
    request.required = ["mode", "success_url"];
    properties.client_reference_id = { type: "string", maxLength: 200 };
  }
  // The parts of an uploaded file, which the sandbox reads from the multipart form.
  if (operation === "files.create") {
    properties.file = {
      type: "object",
      required: ["name", "type", "size", "sha256"],
      properties: {
        name: { type: "string" },
        type: { type: "string" },
        size: { type: "integer" },
        sha256: { type: "string" },
      },
      additionalProperties: false,
    };
  }
  // With the publishable key a caller proves access to an intent by its client_secret.
  if (/^(payment|setup)Intents\.(confirm|retrieve)$/.test(operation)) properties.client_secret = { type: "string" };
  if (operation === "paymentMethods.create") {
    // The declarations leave raw card numbers to Stripe.js, which makes this call.
    properties.card = {
      type: "object",
      properties: {
        number: { type: "string" },
        exp_month: { type: "integer" },
        exp_year: { type: "integer" },
        cvc: { type: "string" },
        token: { type: "string" },
      },
      additionalProperties: false,
    };
  }
  const data = properties.payment_method_data as Request | undefined;
  if (data && "type" in data.properties) {
    data.properties.card = {
      type: "object",
      properties: {
        number: { type: "string" },
        exp_month: { type: "integer" },
        exp_year: { type: "integer" },
        cvc: { type: "string" },
      },
      additionalProperties: false,
    };
    const types = data.properties.type as { enum?: string[] };
    if (types.enum && !types.enum.includes("card")) types.enum = [...types.enum, "card"].sort();
  }
}
