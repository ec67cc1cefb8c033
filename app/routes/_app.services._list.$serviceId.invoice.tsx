import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { agencyZone } from "~/domain/context";
import { DAY_MS, dayOf } from "~/domain/days";
import { makeServiceInvoice } from "~/domain/invoices/makeServiceInvoice";
import { nextServiceInvoiceNo } from "~/domain/invoices/nextServiceInvoiceNo";
import { issuerOf } from "~/domain/invoices/printedInvoice";
import { ServiceInvoiceInput } from "~/domain/invoices/serviceInvoiceInput";
import { fileAddress } from "~/domain/uploads/fileAddress";
import { step } from "~/features/checkout/checkoutPage.server";
import { pickedClient } from "~/features/clients/clientPicker.server";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { type InvoiceAnswer, ServiceInvoiceDialog } from "~/features/services/ServiceInvoiceDialog";
import { serviceListPath } from "~/features/services/serviceListPath.server";
import { wallTime } from "~/format/zones";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { replyTo, submitForm } from "~/http/submitForm.server";
import { parseForm } from "~/ui/form/parseForm";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleWithBrand(matches, `Invoice details${data ? ` of ${data.service.name}` : ""}`) },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const [{ id, name, packages }, invoiceNo] = await Promise.all([
    orNotFound(checkoutService(ctx, idParam(args.params.serviceId))),
    nextServiceInvoiceNo(ctx),
  ]);
  const { dueDays } = ctx.settings.company;
  const dueDate = dueDays === null ? "" : dayOf(wallTime(ctx.now, agencyZone(ctx)) + dueDays * DAY_MS);
  return { service: { id, name, packages }, invoiceNo, dueDate, back: serviceListPath(args.request) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const { portal } = args.context;
  const form = await readForm(args.request);
  form.set("serviceId", idParam(args.params.serviceId));
  const client = await pickedClient(ctx, form);
  // The steps of the page without script.
  const pressed = form.get("step");
  const intent = form.get("intent");
  if (typeof pressed === "string") step(form, pressed);
  if (intent === "fill" && client.chosen) {
    const { name, email, address } = client.chosen;
    const filled = { name, email, ...address, invoiceCountry: issuerOf(address.country) };
    for (const [field, value] of Object.entries(filled)) form.set(field, value);
  }
  if (pressed !== null || intent !== null) {
    // Nothing was submitted yet, so missing fields are not errors.
    const { error: _, ...result } = replyTo(parseForm(form, ServiceInvoiceInput), ServiceInvoiceInput);
    return json<InvoiceAnswer>({ client, result });
  }
  return await submitForm(
    portal,
    form,
    ServiceInvoiceInput,
    async (input) => {
      const { key } = await orNotFound(makeServiceInvoice(ctx, input));
      const text = `Invoice ${input.invoiceNo} generated`;
      // Script opens the window and goes back to the list.
      if (form.get("with") === "script") return json<InvoiceAnswer>({ generated: { href: fileAddress(key), text } });
      return await redirectWithToast(portal, fileAddress(key), text);
    },
    { answer: { client } },
  );
}

export default function ServiceInvoice() {
  return <ServiceInvoiceDialog {...useLoaderData<typeof loader>()} answer={useActionResult<InvoiceAnswer>()} />;
}
