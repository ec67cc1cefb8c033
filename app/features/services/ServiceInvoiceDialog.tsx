import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import type { ClientOption, PickedClient } from "~/domain/clients/clientOptions";
import { invoiceCountryLabels, issuerOf } from "~/domain/invoices/printedInvoice";
import { ServiceInvoiceInput } from "~/domain/invoices/serviceInvoiceInput";
import { invoiceCountries } from "~/domain/ports/printer";
import { addOnName, countName, type FormValues, postedValues, priceForm } from "~/features/checkout/checkoutValues";
import { PackagePicker } from "~/features/checkout/PackagePicker";
import { ClientPicker } from "~/features/orders/ClientPicker";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { showToast } from "~/ui/feedback/showToast";
import { Button } from "~/ui/form/Button";
import { DateField } from "~/ui/form/DateField";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { choiceProps, fieldProps, toErrorSummaryItem } from "~/ui/form/fieldProps";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { parseForm } from "~/ui/form/parseForm";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { useHydrated } from "~/ui/form/useHydrated";

export type InvoiceAnswer = FormAnswer<
  Record<string, unknown>,
  { client: PickedClient; generated: { href: string; text: string } }
>;

interface ServiceInvoiceDialogProps {
  service: Pick<CheckoutService, "id" | "name" | "packages">;
  /** The proposed number. */
  invoiceNo: string;
  /** yyyy-MM-dd, or empty. */
  dueDate: string;
  /** The list behind the dialog. */
  back: string;
  answer?: InvoiceAnswer;
}

const countries = invoiceCountries.map((value) => ({ value, label: invoiceCountryLabels[value] }));
const NO_CLIENT: PickedClient = { search: "", matches: [], chosen: null };

/** Staff choose each quantity: a package that nobody looked at is not billed. */
const nothingChosen = ({ packages }: Pick<CheckoutService, "packages">): FormValues =>
  Object.fromEntries(
    packages.flatMap((_, index) => [
      [countName(index), "0"],
      [addOnName(index), ""],
    ]),
  );

/** An invoice of a service, over the list. The PDF opens in a new window. */
export function ServiceInvoiceDialog(props: ServiceInvoiceDialogProps) {
  const { back, answer } = props;
  useGenerated(answer?.generated, back);
  return (
    <RouteDialog title="Invoice details" closeHref={back} wide>
      <InvoiceForm {...props} />
    </RouteDialog>
  );
}

/** Opens the PDF, says so, and goes back to the list. */
function useGenerated(generated: InvoiceAnswer["generated"], back: string) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!generated) return;
    window.open(generated.href, "_blank");
    // The link is for browsers that block the window.
    showToast("success", generated.text, { link: { href: generated.href, label: "Open the PDF" } });
    navigate(back, { preventScrollReset: true, replace: true });
  }, [generated, navigate, back]);
}

function InvoiceForm({ service, invoiceNo, dueDate, back, answer }: ServiceInvoiceDialogProps) {
  const hydrated = useHydrated();
  const { search } = useLocation();
  const element = useRef<HTMLFormElement>(null);
  const typed = answer?.result?.initialValue;
  const [form, fields] = useForm({
    id: "invoice",
    lastResult: answer?.result as SubmissionResult<string[]> | undefined,
    defaultValue: { serviceId: service.id, invoiceNo, dueDate },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, ServiceInvoiceInput),
  });
  const initial = useMemo(() => (typed ? postedValues(service, typed) : nothingChosen(service)), [typed, service]);
  const [values, setValues] = useState(initial);
  const read = useCallback(() => {
    if (element.current)
      setValues(Object.fromEntries([...new FormData(element.current)].map(([name, value]) => [name, String(value)])));
  }, []);
  // Reads what was typed before hydration.
  useEffect(read, [read]);
  const priced = useMemo(() => priceForm(service, values), [service, values]);
  const fill = ({ name, email, address }: ClientOption) => {
    const filled = { name, email, ...address, invoiceCountry: issuerOf(address.country) };
    for (const [field, value] of Object.entries(filled)) setValue(element.current?.elements.namedItem(field), value);
  };
  const client = answer?.client ?? NO_CLIENT;
  return (
    <Form
      method="post"
      action={paths.serviceInvoice(service.id) + search}
      className="form"
      preventScrollReset
      {...getFormProps(form)}
      ref={element}
      onInput={read}
      onChange={read}
    >
      {hydrated ? (
        <>
          <DefaultSubmit />
          <input type="hidden" name="with" value="script" />
        </>
      ) : null}
      <FormErrors
        errors={form.errors}
        fields={[
          toErrorSummaryItem("Invoice Number", fields.invoiceNo),
          toErrorSummaryItem("Due Date", fields.dueDate),
          toErrorSummaryItem("Name", fields.name),
          toErrorSummaryItem("Email", fields.email),
          toErrorSummaryItem("Invoice Country", fields.invoiceCountry),
          toErrorSummaryItem("Quantities", fields.packageCounts),
        ]}
      />
      <input type="hidden" name="serviceId" value={service.id} />
      <ClientPicker
        {...client}
        label="Fill in from a client"
        onPick={fill}
        // A post keeps everything typed.
        step={{}}
      />
      {client.matches.length > 0 || client.chosen ? (
        <Button type="submit" name="intent" value="fill" formNoValidate className="noscript-only">
          Fill in
        </Button>
      ) : null}
      <div className="form-columns">
        <TextField label="Invoice Number" autoComplete="off" {...fieldProps(fields.invoiceNo)} required />
        <DateField label="Due Date" {...choiceProps(fields.dueDate)} required />
      </div>
      <div className="form-columns">
        <TextField label="Name" autoComplete="off" {...fieldProps(fields.name)} required />
        <TextField label="Email" autoComplete="off" inputMode="email" {...fieldProps(fields.email)} required />
      </div>
      <TextField label="Address" autoComplete="off" {...fieldProps(fields.address)} />
      <div className="form-columns">
        <TextField label="City" autoComplete="off" {...fieldProps(fields.city)} />
        <TextField label="State/Province/Region" autoComplete="off" {...fieldProps(fields.state)} />
      </div>
      <div className="form-columns">
        <TextField label="Postal/Zip Code" autoComplete="off" {...fieldProps(fields.zipCode)} />
        <TextField label="Country" autoComplete="off" {...fieldProps(fields.country)} />
      </div>
      <SelectField
        label="Invoice Country"
        hint="Sets the issuer and bank details on the invoice"
        emptyLabel="Choose a country"
        options={countries}
        {...choiceProps(fields.invoiceCountry)}
        required
      />
      <section id={fields.packageCounts.id} tabIndex={-1} aria-label={`Packages of ${service.name}`}>
        <h3>{service.name}</h3>
        <PackagePicker
          packages={service.packages}
          values={initial}
          errorsOf={(name) => form.allErrors[name] ?? undefined}
        />
        {fields.packageCounts.errors ? <p className="field-error">{fields.packageCounts.errors.join(" ")}</p> : null}
        <p className="summary-row summary-total" aria-live="polite">
          <span>Total</span>
          <strong className="number">{formatCents(priced.total)}</strong>
        </p>
      </section>
      <div className="form-actions">
        <LinkButton to={back} preventScrollReset>
          Cancel
        </LinkButton>
        <SubmitButton formTarget="_blank" pendingText="Generating">
          Generate
        </SubmitButton>
      </div>
    </Form>
  );
}

/** Sets a control as typing would, so that the form validates and prices again. */
function setValue(control: Element | RadioNodeList | null | undefined, value: string) {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return;
  control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
