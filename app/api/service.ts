import { z } from "zod";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { customerInterfaceForm } from "~/domain/catalogue/customerInterfaceForm";
import { deletePackage } from "~/domain/catalogue/deletePackage";
import { findVisibleServices } from "~/domain/catalogue/findVisibleServices";
import { intakeForm } from "~/domain/catalogue/intakeForm";
import { saveCustomerInterface } from "~/domain/catalogue/saveCustomerInterface";
import { saveIntakeForm } from "~/domain/catalogue/saveIntakeForm";
import { savePackage } from "~/domain/catalogue/savePackage";
import { serviceDetails } from "~/domain/catalogue/serviceDetails";
import { servicePackages } from "~/domain/catalogue/servicePackages";
import { visibleServicesInFull } from "~/domain/catalogue/visibleServicesInFull";
import { makeServiceInvoice } from "~/domain/invoices/makeServiceInvoice";
import { ServiceInvoiceInput } from "~/domain/invoices/serviceInvoiceInput";
import { pdfResponse } from "~/http/pdfResponse";
import { sanitizeStored } from "~/richtext/renderRichText";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import {
  customerInterfaceFromWire,
  intakeFromWire,
  intakeItemsFrom,
  packageFromWire,
  rethrowWithApiNames,
  sampleReportsFrom,
} from "./serviceParts";
import {
  card,
  checkoutServiceShape,
  intakeFormShape,
  intakeShape,
  interfaceShape,
  packageShape,
  readableService,
  serviceShape,
  toApiCheckoutIntake,
  toApiCheckoutPackage,
  toApiCustomerInterface,
  toApiIntake,
  toApiIntakeForm,
  toApiPackage,
} from "./toApiService";

/** The call is documented under two paths (rules.md api/added-calls). */
const packagesRow = (path: string) =>
  endpoint({
    method: "GET",
    path,
    permission: "catalogue.browse",
    summary: "List the packages of a service",
    input: idQuery,
    output: z.array(packageShape),
    run: async (ctx, { id }) => (await servicePackages(ctx, id)).map(toApiPackage),
  });

export const serviceRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/service/visible",
    permission: "catalogue.browse",
    summary: "List the visible services, as the customer catalogue shows them",
    output: z.array(card),
    run: async (ctx) => (await findVisibleServices(ctx)).map(({ id, ...shown }) => ({ _id: id, ...shown })),
  }),
  endpoint({
    method: "GET",
    path: "/service/visible/fullDetail",
    permission: "catalogue.browse",
    summary: "List the visible services with packages, intake form and customer interface; with an id, only that one",
    input: z.object({ id: z.string().max(64).optional() }),
    output: z.array(
      serviceShape.extend({
        serviceOptions: z.array(packageShape),
        intakeItems: z.array(intakeShape),
        customerInterface: interfaceShape,
      }),
    ),
    run: async (ctx, { id }) =>
      (await visibleServicesInFull(ctx, { id })).map((service) => ({
        ...readableService(ctx, service),
        serviceOptions: service.packages.map(toApiPackage),
        intakeItems: service.intakeForm.map(toApiIntake),
        customerInterface: toApiCustomerInterface(service.customerInterface),
      })),
  }),
  endpoint({
    method: "GET",
    path: "/service/fullDetail",
    permission: "catalogue.checkout",
    summary: "Get the checkout data of a service by its id, even when it is hidden",
    input: idQuery,
    output: checkoutServiceShape,
    run: async (ctx, { id }) => {
      const service = await checkoutService(ctx, id);
      return {
        _id: service.id,
        name: service.name,
        description: sanitizeStored(service.description),
        checkoutDescription: sanitizeStored(service.checkoutDescription),
        imageUrl: service.imageKey ? `/files/${service.imageKey}` : null,
        serviceType: service.serviceType,
        paymentTypes: service.paymentTypes,
        orderDuration: service.orderDuration,
        frequency: service.frequency,
        turnaroundDays: service.turnaroundDays,
        templateUrl: service.templateKey ? `/files/${service.templateKey}` : null,
        serviceOptions: service.packages.map(toApiCheckoutPackage),
        intakeItems: service.intake.map(toApiCheckoutIntake),
      };
    },
  }),
  endpoint({
    method: "GET",
    path: "/service/details",
    permission: "catalogue.browse",
    summary: "Get a service",
    input: idQuery,
    output: serviceShape,
    run: async (ctx, { id }) => readableService(ctx, await serviceDetails(ctx, id)),
  }),
  packagesRow("/service/serviceOptions"),
  packagesRow("/service/options"),
  endpoint({
    method: "POST",
    path: "/service/serviceOption",
    permission: "services.manage",
    summary: "Add a package, or update one by its serviceOptionId. Amounts in dollars.",
    input: packageFromWire,
    output: packageShape,
    run: async (ctx, input) => toApiPackage(await savePackage(ctx, input)),
  }),
  endpoint({
    method: "DELETE",
    path: "/service/serviceOption",
    permission: "services.manage",
    summary: "Delete a package. A package with orders is archived instead.",
    input: z.object({
      serviceOptionId: idQuery.shape.id,
      serviceId: idQuery.shape.id,
      version: z.coerce.number().int().min(0).optional(),
    }),
    output: z.object({ serviceOptionId: z.string(), serviceId: z.string(), name: z.string() }),
    run: async (ctx, { serviceOptionId, ...input }) => {
      const { name } = await deletePackage(ctx, { ...input, id: serviceOptionId });
      return { serviceOptionId, serviceId: input.serviceId, name };
    },
  }),
  endpoint({
    method: "GET",
    path: "/service/intakeDetail",
    permission: "services.manage",
    summary: "Get the intake form of a service",
    input: idQuery,
    output: intakeFormShape,
    run: async (ctx, { id }) => toApiIntakeForm(id, await intakeForm(ctx, id)),
  }),
  endpoint({
    method: "POST",
    path: "/service/intakeDetail",
    permission: "services.manage",
    summary: "Replace the intake form. Ids of at most 15 characters are temporary and create new fields.",
    input: intakeFromWire,
    output: intakeFormShape,
    run: async (ctx, { serviceId, version, intakeItems }) => {
      const items = intakeItemsFrom(intakeItems, ctx.siteUrl);
      return toApiIntakeForm(
        serviceId,
        await saveIntakeForm(ctx, { serviceId, version, items }).catch(rethrowWithApiNames),
      );
    },
  }),
  endpoint({
    method: "GET",
    path: "/service/customerInterface",
    permission: "services.manage",
    summary: "Get the sample reports and FAQs of a service",
    input: z.object({ serviceId: idQuery.shape.id }),
    output: interfaceShape,
    run: async (ctx, { serviceId }) => toApiCustomerInterface((await customerInterfaceForm(ctx, serviceId)).shown),
  }),
  endpoint({
    method: "POST",
    path: "/service/customerInterface",
    permission: "services.manage",
    summary: "Replace the sample reports and FAQs. Only while the service is visible.",
    input: customerInterfaceFromWire,
    output: interfaceShape,
    run: async (ctx, { serviceId, version, sampleReportDetails, faqs }) => {
      const sampleReports = sampleReportsFrom(sampleReportDetails, ctx.siteUrl);
      const input = { serviceId, version, sampleReports, faqs };
      return toApiCustomerInterface(await saveCustomerInterface(ctx, input).catch(rethrowWithApiNames));
    },
  }),
  endpoint({
    method: "POST",
    path: "/service/invoice",
    permission: "services.manage",
    summary: "Create and store a PDF invoice of a service's packages",
    input: ServiceInvoiceInput,
    output: z.string().meta({ contentMediaType: "application/pdf" }),
    run: async (ctx, input) => {
      const { name, bytes } = await makeServiceInvoice(ctx, input);
      return pdfResponse({ name, body: bytes });
    },
  }),
];
