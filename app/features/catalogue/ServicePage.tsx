import { Link } from "@remix-run/react";
import type { ServicePackage } from "~/domain/catalogue/catalogueEntities";
import { type Frequency, renewalText, type ServicePaymentType } from "~/domain/catalogue/serviceTypes";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { RichText } from "~/richtext/RichText";
import type { SafeHtml } from "~/richtext/renderRichText";
import { LinkButton } from "~/ui/form/LinkButton";
import { loadFirst } from "~/ui/layout/loadFirst";
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
  others: { id: string; name: string; slug?: string }[];
  /** In the shop, which visitors see too. */
  shop?: boolean;
}

export function ServicePage({ service, packages, others, shop = false }: ServicePageProps) {
  const { sampleReports, faqs } = service.customerInterface;
  const checkout = paths.checkout(service.id);
  return (
    <>
      <PageHeader
        title={service.name}
        help={shop ? `From ${formatCents(Math.min(...packages.map(({ price }) => price)))}` : undefined}
        back={shop ? { href: paths.shop(), label: "Services" } : { href: paths.services(), label: "Back" }}
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
              <img className="service-picture" src={service.imageUrl} alt="" width={800} height={450} {...loadFirst} />
            ) : null}
            <RichText html={service.description as SafeHtml} />
          </section>
          {packages.length > 0 ? (
            <section className="card">
              <div className="card-head">
                <h2>Packages</h2>
                {shop ? null : <LinkButton to={checkout}>Place Order</LinkButton>}
              </div>
              <DataTable
                caption="Packages"
                columns={[
                  { key: "name", label: "Package" },
                  { key: "discounts", label: "Quantity discounts" },
                  { key: "price", label: "Price", align: "right" },
                ]}
                rows={packages.map((one) => packageRow(one, checkout))}
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
                  to={shop && one.slug ? paths.shopService(one.slug) : paths.serviceDetails(one.id)}
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

const packageRow = (
  { id, name, description, price, discounts, addOns, tracking }: ServicePackage,
  checkout: string,
) => ({
  key: id,
  actions: (
    <LinkButton to={`${checkout}?packages=${id}`} size={1}>
      Order<span className="visually-hidden"> {name}</span>
    </LinkButton>
  ),
  cells: {
    name: (
      <div>
        {name}
        {description ? <p className="muted small">{description}</p> : null}
        {tracking.tracked ? (
          <p className="muted small">
            Done in about {tracking.turnaroundDays} working {tracking.turnaroundDays === 1 ? "day" : "days"}
          </p>
        ) : null}
        {addOns.length > 0 ? <p className="muted small">Add-ons: {addOns.map(addOnText).join(", ")}</p> : null}
      </div>
    ),
    discounts: discounts.map(({ count, percent }) => `${percent}%\u00a0from\u00a0${count}`).join(", ") || null,
    price: formatCents(price),
  },
});

const addOnText = ({ value, price }: ServicePackage["addOns"][number]) =>
  price > 0 ? `${value} (+${formatCents(price)})` : `${value} (included)`;

const paymentText = ({ paymentTypes, orderDuration, frequency }: ServicePageProps["service"]) => {
  if (!paymentTypes.includes("SUBSCRIPTION")) return "You pay once.";
  const renews = renewalText(orderDuration, frequency);
  return paymentTypes.includes("DIRECT")
    ? `You choose at checkout: pay once, or subscribe. A subscription ${renews}.`
    : `This is a subscription. It ${renews}.`;
};
