import type { SubmissionResult } from "@conform-to/react";
import { useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import type { PickedClient } from "~/domain/clients/clientOptions";
import { type FormValues, postedValues, priceForm, startsGradually } from "~/features/checkout/checkoutValues";
import { PackagePicker } from "~/features/checkout/PackagePicker";
import { SummaryLines } from "~/features/checkout/SummaryLines";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { DateField } from "~/ui/form/DateField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { useHydrated } from "~/ui/form/useHydrated";
import { ClientPicker } from "./ClientPicker";
import { DripFields, dripLabels } from "./DripFields";

interface ManualOrderFormProps {
  services: readonly { id: string; name: string }[];
  /** The chosen service. */
  service: CheckoutService | null;
  client: PickedClient;
  /** Initial values by field name, including the form's key. */
  initial: FormValues;
  /** The last allowed day, yyyy-MM-dd. */
  today: string;
  lastResult?: SubmissionResult;
  /** The added taxes of the client's country, as the server answered. Cents. */
  tax: number;
}

const labels = {
  clientId: "Client",
  serviceId: "Service",
  packageCounts: "Quantities",
  paidDate: "Paid date",
  transactionDetails: "Transaction details",
  ...dripLabels,
};

/**
 * A paid order entered by staff. Without script each step reloads the page with everything typed in its address; with
 * script the total updates immediately.
 */
export function ManualOrderForm({ service, services, lastResult, ...page }: ManualOrderFormProps) {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  // The key stays the same although choosing a service reloads the page's data (rules.md checkout/one-order).
  const [checkoutKey] = useState(page.initial.checkoutKey);
  const typed = lastResult?.initialValue;
  const initial = useMemo(
    () => (typed && service ? { ...page.initial, ...postedValues(service, typed) } : page.initial),
    [typed, service, page.initial],
  );
  const [values, setValues] = useState(initial);
  const priced = useMemo(() => priceForm(service ?? { packages: [] }, values), [service, values]);
  const read = useCallback(() => {
    if (form.current)
      setValues(Object.fromEntries([...new FormData(form.current)].map(([name, value]) => [name, String(value)])));
  }, []);
  // Reads text typed before hydration, and the packages of a newly chosen service.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when other packages are shown
  useEffect(read, [read, service?.id]);
  const errors = lastResult?.error ?? {};
  const errorsOf = (name: string) => errors[name] ?? undefined;
  const chooseService = (serviceId: string) =>
    navigate(serviceId ? `?${new URLSearchParams({ serviceId })}` : "?", { replace: true, preventScrollReset: true });
  const submitting = navigation.state !== "idle" && navigation.formMethod === "POST";

  return (
    <Form
      method="post"
      // The service stays in the address, so that the page with errors shows its packages.
      action={`${paths.orderNew()}${service ? `?${new URLSearchParams({ serviceId: service.id })}` : ""}`}
      className="checkout"
      stays={() => true}
      noValidate
      ref={form}
      onInput={read}
      onChange={read}
    >
      {hydrated ? <DefaultSubmit name="intent" value="create" /> : null}
      <input type="hidden" name="checkoutKey" value={checkoutKey} />
      <input type="hidden" name="totalPrice" value={priced.total} />
      {page.tax > 0 ? <input type="hidden" name="tax" value={page.tax} /> : null}
      <div className="checkout-main">
        <FormErrors
          errors={errorsOf("")}
          fields={Object.entries(labels).map(([id, label]) => ({ id, label, errors: errorsOf(id) }))}
        />
        <section className="card">
          <h2>Client</h2>
          <ClientPicker {...page.client} hideLabel errors={errorsOf("clientId")} />
        </section>
        <section className="card">
          <h2>Service</h2>
          <div className="field-and-button">
            <SelectField
              name="serviceId"
              label="Service"
              hideLabel
              emptyLabel="Select a service"
              options={services.map(({ id, name }) => ({ value: id, label: name }))}
              defaultValue={service?.id ?? ""}
              errors={errorsOf("serviceId")}
              onChange={(event) => chooseService(event.target.value)}
            />
            <Button
              type="submit"
              name="intent"
              value="service"
              formMethod="get"
              formNoValidate
              className="noscript-only"
            >
              Show packages
            </Button>
          </div>
          {service ? (
            <>
              <PackagePicker key={service.id} packages={service.packages} values={initial} errorsOf={errorsOf} />
              {startsGradually(priced) ? <DripFields values={initial} errorsOf={errorsOf} /> : null}
              {errors.packageCounts ? (
                <p className="field-error" id="packageCounts" tabIndex={-1}>
                  {errors.packageCounts.join(" ")}
                </p>
              ) : null}
              <Button
                type="submit"
                name="intent"
                value="update"
                formMethod="get"
                formNoValidate
                className="noscript-only"
              >
                Update total
              </Button>
            </>
          ) : (
            <p className="muted small">
              {services.length > 0 ? "Its packages appear here." : "There are no services yet. Add one under Services."}
            </p>
          )}
        </section>
        <section className="card">
          <h2>Payment</h2>
          <RadioGroupField
            name="payment"
            label="Payment"
            hideLabel
            options={[
              { value: "paid", label: "Already paid" },
              {
                value: "link",
                label: "Not paid yet: send a link to pay",
                hint: "The client gets an email and pays by card",
              },
            ]}
            defaultValue={initial.payment === "link" ? "link" : "paid"}
          />
          <div className="grid-2 paid-already">
            <DateField
              name="paidDate"
              label="Paid date"
              hint="When you received the payment"
              required
              max={page.today}
              defaultValue={initial.paidDate}
              errors={errorsOf("paidDate")}
            />
            <TextField
              name="transactionDetails"
              label="Transaction details"
              hint="Shown on the invoice"
              required
              maxLength={500}
              defaultValue={initial.transactionDetails}
              errors={errorsOf("transactionDetails")}
            />
          </div>
        </section>
      </div>
      <aside className="summary" aria-label="Order summary">
        <section className="card">
          <h2>Order summary</h2>
          <SummaryLines priced={priced} />
          {page.tax > 0 ? (
            <p className="summary-row small">
              <span>Tax of the client's country</span>
              <span className="number">{formatCents(page.tax)}</span>
            </p>
          ) : null}
        </section>
        <section className="card pay-bar" aria-label="Total">
          <p className="summary-row summary-total" aria-live="polite">
            <span>Total</span>
            <strong className="number">{formatCents(priced.total + page.tax)}</strong>
          </p>
          <SubmitButton
            name="intent"
            value="create"
            size={3}
            wide
            disabled={priced.total === 0 || submitting}
            pending={submitting}
            pendingText="Creating"
          >
            Create
          </SubmitButton>
        </section>
      </aside>
    </Form>
  );
}
