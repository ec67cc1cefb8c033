import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import { paymentTypeLabel, type ServicePaymentType } from "~/domain/catalogue/serviceTypes";
import { AGAIN_PARAM } from "~/domain/checkout/checkoutQuery";
import type { PayableOrder } from "~/domain/checkout/checkoutTypes";
import { couponFields, formCoupon, typedCoupon } from "~/domain/coupons/formCoupon";
import type { EarlierAnswers } from "~/domain/intake/earlierAnswers";
import type { ProjectDetails } from "~/domain/intake/projectDetails";
import type { Cents } from "~/domain/money";
import type { SavedCard } from "~/domain/ports/payments";
import { NOTHING_CHOSEN } from "~/domain/pricing/orderProblem";
import { ratesIn, type TaxRate, taxesOn } from "~/domain/taxes";
import { BrowserZone } from "~/features/accounts/BrowserZone";
import { useBrand } from "~/features/frame/useBrand";
import { DripFields, dripLabels } from "~/features/orders/DripFields";
import { ListCard } from "~/features/preflight/ListCard";
import { SHEET, type ShownSheet } from "~/features/preflight/sheetForm";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { RichText } from "~/richtext/RichText";
import type { SafeHtml } from "~/richtext/renderRichText";
import { Overlay } from "~/ui/feedback/Overlay";
import { Button } from "~/ui/form/Button";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { BillingSection } from "./BillingSection";
import { CardError, CardField, type CardHandle } from "./CardField";
import { CouponEntry } from "./CouponEntry";
import {
  countName,
  type FormValues,
  paymentTypeOf,
  priceForm,
  quantityOf,
  recurrenceOf,
  startsGradually,
  tracksLinks,
} from "./checkoutValues";
import { ExpressButtons } from "./ExpressButtons";
import { OrderSummary } from "./OrderSummary";
import { PackagePicker } from "./PackagePicker";
import { BankStep, KeepCardTick, SavedCardChoice } from "./SavedCardChoice";
import { refusesCoupon, useCoupon } from "./useCoupon";
import { type CheckoutAnswer, usePayment } from "./usePayment";
import { useRecheck } from "./useRecheck";
import { useResumedPayment } from "./useResumedPayment";

export interface CheckoutFormProps {
  service: CheckoutService;
  checkoutDescription: SafeHtml;
  countries: readonly string[];
  addressOrders: readonly string[];
  buyer: { firstName: string; lastName: string; email: string } | null;
  card: { scriptUrl: string; publishableKey: string; sandbox: boolean };
  /** The buyer's saved cards that can pay here. */
  savedCards: readonly SavedCard[];
  /** False for staff who act as the customer. */
  mayKeepCard: boolean;
  /** Initial values: the profile, a saved draft, or the last post. */
  initial: FormValues;
  /** Answers of the order that is ordered again. */
  answers: EarlierAnswers | null;
  now: number;
  /** The answer to a post without script. */
  posted?: CheckoutAnswer;
  /** The rows of an order by list. */
  sheet: ShownSheet | null;
  /** Result of the coupon in the address. */
  couponNote?: string;
  couponError?: string;
  /** Of all countries. Absent until a tax is saved. */
  taxes?: readonly TaxRate[];
}

const labels: Record<string, string> = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  "billingAddress.country": "Country",
  "billingAddress.address": "Address",
  "billingAddress.city": "City",
  "billingAddress.state": "State/Province/Region",
  "billingAddress.zipCode": "Postal/Zip Code",
  phoneNo: "Phone",
  company: "Company",
  taxId: "Tax id",
  coupon: "Coupon code",
  ...dripLabels,
};

/**
 * The checkout form. It works before and without script; with script it updates prices while the buyer types and pays
 * in place.
 */
export function CheckoutForm(props: CheckoutFormProps) {
  const brand = useBrand();
  const { service, buyer, initial, answers, now, posted } = props;
  const action = paths.checkout(service.id);
  const [values, setValues] = useState(initial);
  // The key stays the same although every reload of the page's data brings a new one, so a retry continues the same
  // order (rules.md checkout/one-order).
  const [kept] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  const card = useRef<CardHandle | null>(null);
  const [step, setStep] = useState<ReactNode>(null);
  const email = useRef(buyer?.email);
  email.current = buyer?.email ?? values.email;
  const showDetails = useCallback(
    async (order: PayableOrder, details: ProjectDetails) => {
      if (details.intake.length === 0 && !details.templateUrl && !details.links) return false;
      // Loaded when it is needed; without it the success page asks for the same.
      const loaded = await import("./ProjectStep").catch(() => null);
      if (!loaded) return false;
      const { ProjectStep } = loaded;
      setStep(<ProjectStep order={order} details={details} action={action} email={email.current} earlier={answers} />);
      return true;
    },
    [action, answers],
  );
  const { submit, payExpress, stage, news, error, setError, order, answer } = usePayment({ card, action, showDetails });
  /** An order is being paid. After a decline everything can be changed again. */
  const locked = order !== null && stage !== "idle";
  const again = answer?.again ?? initial[AGAIN_PARAM];
  const refused = (answer ?? posted)?.result?.error;
  const { checked, ...recheck } = useRecheck(refused, buyer === null);
  const nothingChosen = service.packages.every((_, index) => quantityOf(values[countName(index)]) === 0);
  const chosenSince = !nothingChosen && refused?.packageCounts?.includes(NOTHING_CHOSEN);
  const errors = useMemo(
    (): Record<string, string[] | null> => ({
      ...refused,
      ...checked,
      ...(chosenSince ? { packageCounts: null } : {}),
    }),
    [refused, checked, chosenSince],
  );
  // The order knows a coupon by its code, the form by what was typed.
  const errorsOf = useCallback(
    (name: string) => errors[name] ?? (name === "coupon" ? errors.couponCode : undefined) ?? undefined,
    [errors],
  );
  const paymentType = paymentTypeOf(service, values);
  const { coupon, ...couponEntry } = useCoupon({
    initial: refusesCoupon(posted) ? null : formCoupon(initial),
    note: posted ? posted.couponNote : props.couponNote,
    errors: errorsOf("coupon") ?? (props.couponError ? [props.couponError] : undefined),
    code: typedCoupon(values),
    paymentType,
    answer,
    action,
    form,
  });
  const priced = useMemo(() => priceForm(service, values, coupon), [service, values, coupon]);
  const rates = ratesIn(props.taxes ?? [], values["billingAddress.country"] ?? "");
  const taxes = taxesOn(priced.total, rates);
  const charge = priced.total + taxes.added;
  const renewal = priced.tieredTotal + taxesOn(priced.tieredTotal, rates).added;
  const nothingToPay = charge === 0;
  const withoutCard = nothingToPay && paymentType === "DIRECT";
  const read = useCallback(() => {
    if (form.current)
      setValues(Object.fromEntries([...new FormData(form.current)].map(([name, value]) => [name, String(value)])));
  }, []);
  // Reads text typed before hydration or restored by the browser, and reads again after a sign-in on the way or when
  // the service returns with other packages.
  // biome-ignore lint/correctness/useExhaustiveDependencies: buyer and service decide what the fields hold
  useEffect(() => {
    if (!locked) read();
  }, [read, locked, service, buyer?.email, initial[SHEET]]);
  useResumedPayment(form, answer, buyer !== null);
  const busy = stage !== "idle";
  if (step) return step;

  return (
    <Form
      method="post"
      keyless
      owner={kept.formOwner}
      action={action}
      id="checkout"
      className="checkout"
      noValidate
      ref={form}
      // While an order is paid its fields are disabled and would read as empty.
      onInput={locked ? undefined : read}
      onBlur={recheck.onBlur}
      // Without a quantity the card field comes later, so the form first asks for a quantity.
      onSubmit={(event) => submit(event, withoutCard || nothingChosen, () => recheck.attempt(event.currentTarget))}
    >
      <DefaultSubmit name="intent" value="order" />
      <input type="hidden" name="serviceId" value={service.id} />
      <input type="hidden" name="totalPrice" value={priced.tieredTotal} />
      <input type="hidden" name="recurrence" value={recurrenceOf(service)} />
      {coupon ? <input type="hidden" name="discountedPrice" value={priced.total} /> : null}
      {props.taxes ? <input type="hidden" name="tax" value={taxes.added} /> : null}
      {Object.entries(couponFields(coupon)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {again ? <input type="hidden" name={AGAIN_PARAM} value={again} /> : null}
      {Object.entries(kept)
        .filter(([name]) => name === "checkoutKey" || name.startsWith("utm") || name === "formName")
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <div className="checkout-main">
        <FormErrors
          // Changes with every attempt and answer, even one with the same errors.
          answer={errors}
          // Errors without a field on this page belong to the form as a whole.
          errors={["", "paymentType", "checkoutKey", "placements"].flatMap((name) => errorsOf(name) ?? [])}
          fields={[
            { id: countName(0), label: "Quantity", errors: errorsOf("packageCounts") },
            ...service.packages.map((one, index) => ({
              id: countName(index),
              label: `Quantity of ${one.name}`,
              errors: errorsOf(countName(index)),
            })),
            ...Object.entries(labels).map(([id, label]) => ({ id, label, errors: errorsOf(id) })),
          ]}
        />
        {/*
         * After signing in on the way, the buyer sees their own details; the card field keeps its place and content.
         */}
        <fieldset className="checkout-fields" disabled={locked} key={`${buyer?.email} ${initial[SHEET]}`}>
          <section className="card">
            <div className="card-head">
              <h2>Customer Details</h2>
              {buyer ? null : (
                <div className="row">
                  <Button type="submit" name="intent" value="sign-in" size={1} formNoValidate>
                    Have an account?
                  </Button>
                  <Button type="submit" name="intent" value="sign-up" size={1} formNoValidate>
                    New to {brand.name}?
                  </Button>
                </div>
              )}
            </div>
            {buyer ? <KnownBuyer {...buyer} /> : <BuyerFields initial={initial} errorsOf={errorsOf} />}
          </section>
          <section className="card">
            <h2>Choose your quantity</h2>
            <RichText html={props.checkoutDescription} />
            {tracksLinks(service) ? <ListCard text={initial[SHEET]} sheet={props.sheet} /> : null}
            <PackagePicker
              packages={service.packages}
              values={initial}
              errorsOf={errorsOf}
              listed={Boolean(initial[SHEET])}
            />
            {/* With the quantities, because both decide the price (rules.md checkout/payment-type). */}
            {service.paymentTypes.length > 1 ? (
              <RadioGroupField
                name="paymentType"
                label="Payment type"
                defaultValue={paymentType}
                options={service.paymentTypes.map((type) => ({
                  value: type,
                  label: paymentTypeLabel(type),
                  hint: type === "SUBSCRIPTION" ? recurrenceOf(service) : undefined,
                }))}
              />
            ) : null}
            {startsGradually(priced) ? <DripFields values={initial} errorsOf={errorsOf} /> : null}
            {errors.packageCounts ? <p className="field-error">{errors.packageCounts.join(" ")}</p> : null}
            <Button type="submit" name="intent" value="update" className="noscript-only" formNoValidate>
              Update total
            </Button>
          </section>
          <BillingSection
            values={initial}
            typed={values}
            countries={props.countries}
            addressOrders={props.addressOrders}
            errorsOf={errorsOf}
          />
        </fieldset>
        <section className="card" id="card-details">
          <h2>Card Details</h2>
          {withoutCard && priced.tieredTotal > 0 ? <p>Nothing to pay. You do not need a card.</p> : null}
          <div hidden={withoutCard && priced.tieredTotal > 0}>
            <BankStep url={posted?.bankUrl} />
            <SavedCardChoice
              cards={props.savedCards}
              chosen={posted ? (initial.savedCardId ?? "") : initial.savedCardId}
              errors={errorsOf("savedCardId")}
            />
            <CardField {...props.card} handle={card} error={error} onError={setError} errorElsewhere />
            {props.mayKeepCard && paymentType === "DIRECT" ? (
              <KeepCardTick kept={initial.keepCard !== undefined} />
            ) : null}
            {charge > 0 ? (
              <ExpressButtons
                scriptUrl={props.card.scriptUrl}
                publishableKey={props.card.publishableKey}
                amount={charge}
                subscribes={paymentType === "SUBSCRIPTION"}
                mayOpen={() => stage === "idle" && form.current !== null && recheck.attempt(form.current)}
                onConfirm={(sheet) => form.current && payExpress(form.current, sheet)}
              />
            ) : null}
          </div>
        </section>
      </div>
      <OrderSummary
        service={service}
        priced={priced}
        taxes={taxes}
        renewalTax={renewal - priced.tieredTotal}
        paymentType={paymentType}
        now={now}
        coupon={coupon?.code}
        couponEntry={
          <CouponEntry
            {...couponEntry}
            applied={coupon}
            typed={initial.coupon ?? ""}
            empty={typedCoupon(values) === ""}
            closed={locked}
          />
        }
      >
        <CardError error={error} />
        <SubmitButton name="intent" value="order" size={3} wide pending={busy} pendingText="Processing">
          {nothingToPay ? "Place Order" : payLabel(charge, paymentType, renewal, service)}
        </SubmitButton>
      </OrderSummary>
      {news ? <Overlay {...news} /> : null}
    </Form>
  );
}

/** 'Subscribe for $90.00 a month' where each payment is the same, else what is paid now. Cents. */
function payLabel(charge: Cents, type: ServicePaymentType, renewal: Cents, service: CheckoutService) {
  const amount = formatCents(charge);
  if (type !== "SUBSCRIPTION" || charge !== renewal) return `Pay ${amount}`;
  const { orderDuration, frequency } = service;
  const unit = frequency.toLowerCase();
  return `Subscribe for ${amount} ${orderDuration > 1 ? `every ${orderDuration} ${unit}s` : `a ${unit}`}`;
}

interface ErrorsOf {
  errorsOf(name: string): string[] | undefined;
}

function KnownBuyer({ firstName, lastName, email }: NonNullable<CheckoutFormProps["buyer"]>) {
  return (
    <p translate="no">
      {firstName} {lastName}, {email}
      {Object.entries({ firstName, lastName, email }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </p>
  );
}

/** The order makes the account, so nothing else is asked (rules.md checkout/new-account). */
function BuyerFields({ initial, errorsOf }: Pick<CheckoutFormProps, "initial"> & ErrorsOf) {
  const field = (name: string) => ({ name, id: name, defaultValue: initial[name], errors: errorsOf(name) });
  return (
    <>
      <div className="grid-2">
        <TextField {...field("firstName")} label="First name" autoComplete="given-name" required />
        <TextField {...field("lastName")} label="Last name" autoComplete="family-name" required />
      </div>
      <TextField
        {...field("email")}
        type="email"
        label="Email"
        autoComplete="email"
        required
        hint="We create your account with this order. You choose a password later, by the link in your receipt."
      />
      <BrowserZone />
    </>
  );
}
