import { Link } from "@remix-run/react";
import type { ServicePackage } from "~/domain/catalogue/catalogueEntities";
import { type Frequency, recurrenceText, type ServicePaymentType } from "~/domain/catalogue/serviceTypes";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { RichText } from "~/richtext/RichText";
import type { SafeHtml } from "~/richtext/renderRichText";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";

interface ServicePageProps {
  service: {
    id: string;
    name: string;
    description: string;
    imageUrl: string | null;
    paymentTypes: readonly ServicePaymentType[];
    orderDuration: number;
    frequency: Frequency;
    customerInterface: {
      sampleReports: { title: string; reportUrl: string; imageUrl: string }[];
      faqs: { question: string; answer: string }[];
    };
  };
  packages: readonly ServicePackage[];
  others: { id: string; name: string }[];
}

export function ServicePage({ service, packages, others }: ServicePageProps) {
  const { sampleReports, faqs } = service.customerInterface;
  const checkout = paths.checkout(service.id);
  return (
    <>
      <PageHeader
        title={service.name}
        back={{ href: paths.services(), label: "Back" }}
        action={
          <LinkButton to={checkout} variant="solid" size={3}>
            Buy Now
          </LinkButton>
        }
      />
      <div className="with-panel">
        <div className="stack">
          <section className="card">
            {service.imageUrl ? (
              <img className="service-picture" src={service.imageUrl} alt="" width={800} height={450} />
            ) : null}
            <RichText html={service.description as SafeHtml} />
          </section>
          {packages.length > 0 ? (
            <section className="card">
              <div className="card-head">
                <h2>Packages</h2>
                <LinkButton to={checkout}>Place Order</LinkButton>
              </div>
              <DataTable
                caption="Packages"
                columns={[
                  { key: "name", label: "Package" },
                  { key: "discounts", label: "Quantity discounts" },
                  { key: "price", label: "Price", align: "right" },
                ]}
                rows={packages.map(packageRow)}
              />
              <p className="muted small">{paymentText(service)}</p>
            </section>
          ) : null}
          {sampleReports.length > 0 ? (
            <section className="card">
              <h2>Sample reports</h2>
              <ul className="sample-reports">
                {sampleReports.map((report) => (
                  <li key={report.reportUrl + report.title}>
                    <img src={report.imageUrl} alt="" width={800} height={450} loading="lazy" />
                    <strong>{report.title}</strong>
                    <a href={report.reportUrl} target="_blank" rel="noreferrer">
                      View Report<span className="visually-hidden"> {report.title} (opens in a new tab)</span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {faqs.length > 0 ? (
            <section className="card">
              <h2>Frequently asked questions</h2>
              <div>
                {faqs.map((faq) => (
                  <details key={faq.question} className="faq">
                    <summary>{faq.question}</summary>
                    <RichText html={faq.answer as SafeHtml} />
                  </details>
                ))}
              </div>
            </section>
          ) : null}
        </div>
        <nav className="card service-switch" aria-label="Our Services">
          <h2>Our Services</h2>
          <ul>
            {others.map((one) => (
              <li key={one.id}>
                <Link
                  to={paths.serviceDetails(one.id)}
                  prefetch="intent"
                  aria-current={one.id === service.id ? "page" : undefined}
                >
                  {one.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  );
}

const packageRow = ({ id, name, description, price, discounts }: ServicePackage) => ({
  key: id,
  cells: {
    name: (
      <div>
        {name}
        {description ? <p className="muted small">{description}</p> : null}
      </div>
    ),
    discounts: discounts.map(({ count, percent }) => `${percent}% from ${count}`).join(", ") || null,
    price: formatCents(price),
  },
});

const paymentText = ({ paymentTypes, orderDuration, frequency }: ServicePageProps["service"]) => {
  if (!paymentTypes.includes("SUBSCRIPTION")) return "You pay once.";
  const recurrence = recurrenceText(orderDuration, frequency);
  return paymentTypes.includes("DIRECT")
    ? `You choose at checkout: pay once, or subscribe. A subscription ${recurrence.toLowerCase()}.`
    : `This is a subscription. It ${recurrence.toLowerCase()}.`;
};
