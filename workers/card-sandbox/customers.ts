import type Stripe from "stripe";
import { type Call, mergeMetadata } from "./call";
import { invalidRequest, noSuch } from "./errors";
import { newId } from "./ids";
import { attachPaymentMethod, detachPaymentMethod } from "./paymentMethods";
import { pageOf } from "./store";

type Change = Pick<
  Stripe.CustomerUpdateParams,
  "address" | "description" | "email" | "name" | "phone" | "metadata" | "invoice_settings" | "preferred_locales"
>;

/** customers.create. Emits customer.created; `payment_method` is attached and becomes the default. */
export function createCustomer(call: Call, params: Stripe.CustomerCreateParams): Stripe.Customer {
  const blank: Stripe.Customer = {
    id: newId("cus"),
    object: "customer",
    address: null,
    balance: 0,
    created: call.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId("i").slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  const { invoice_settings, ...fields } = params;
  const customer = call.store.insert(changed(call, blank, fields));
  let attached: string | undefined;
  try {
    attached = params.payment_method && attachPaymentMethod(call, params.payment_method, { customer: customer.id }).id;
  } catch (refusal) {
    call.store.remove(customer.id);
    throw refusal;
  }
  call.emit("customer.created", customer);
  const wanted = invoice_settings?.default_payment_method || attached;
  return wanted
    ? call.store.save(changed(call, customer, { invoice_settings: { default_payment_method: wanted } }))
    : customer;
}

/** customers.retrieve: a deleted customer is `{id, object, deleted: true}`. */
export function retrieveCustomer(call: Call, id: string): Stripe.Customer | Stripe.DeletedCustomer {
  return call.store.find<Stripe.Customer>("customer", id) ?? deletedCustomer(call, id);
}

/** customers.update. Emits customer.updated with the previous values. */
export function updateCustomer(call: Call, id: string, params: Stripe.CustomerUpdateParams): Stripe.Customer {
  const before = call.store.get<Stripe.Customer>("customer", id, "id");
  const after = call.store.save(changed(call, before, params));
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof Stripe.Customer]),
    ),
  );
  if (Object.keys(previous).length) call.emit("customer.updated", after, previous);
  return after;
}

/** customers.list */
export function listCustomers(call: Call, params: Stripe.CustomerListParams) {
  return pageOf(call.store.all<Stripe.Customer>("customer", { email: params.email }), params, "/v1/customers");
}

/** customers.del: deletes saved cards too. Emits customer.deleted. */
export function deleteCustomer(call: Call, id: string): Stripe.DeletedCustomer {
  const customer = call.store.get<Stripe.Customer>("customer", id, "id");
  for (const method of call.store.all<Stripe.PaymentMethod>("payment_method", { customer: id }))
    detachPaymentMethod(call, method.id);
  call.store.remove(id);
  call.store.insert({ id, object: "deleted_customer", created: call.now });
  call.emit("customer.deleted", customer);
  return { id, object: "customer", deleted: true };
}

function deletedCustomer(call: Call, id: string): Stripe.DeletedCustomer {
  if (!call.store.find("deleted_customer", id)) throw noSuch("customer", id);
  return { id, object: "customer", deleted: true };
}

/** Dots at an end of the local part, or two in a row. */
const REFUSED_EMAIL = /^\.|\.\.|\.@|^[^@]*$/;

function changed(call: Call, customer: Stripe.Customer, change: Change): Stripe.Customer {
  const text = <K extends "description" | "email" | "name" | "phone">(name: K) =>
    change[name] === undefined ? customer[name] : change[name] || null;
  if (change.email && REFUSED_EMAIL.test(change.email))
    throw invalidRequest(`Invalid email address: ${change.email}`, { code: "email_invalid", param: "email" });
  const method = change.invoice_settings?.default_payment_method;
  if (method && call.store.find<Stripe.PaymentMethod>("payment_method", method)?.customer !== customer.id) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      { code: "resource_missing", param: "invoice_settings[default_payment_method]" },
    );
  }
  const address = change.address;
  return {
    ...customer,
    description: text("description") ?? null,
    email: text("email") ?? null,
    name: text("name") ?? null,
    phone: text("phone") ?? null,
    ...(address === undefined
      ? {}
      : {
          address: address
            ? {
                city: null,
                country: null,
                line1: null,
                line2: null,
                postal_code: null,
                state: null,
                ...withoutUndefined(address),
              }
            : null,
        }),
    ...(change.preferred_locales ? { preferred_locales: change.preferred_locales } : {}),
    metadata: mergeMetadata(customer.metadata, change.metadata),
    invoice_settings:
      method === undefined
        ? customer.invoice_settings
        : { ...customer.invoice_settings, default_payment_method: method || null },
  };
}

function withoutUndefined(address: Stripe.AddressParam): Partial<Stripe.Address> {
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}
