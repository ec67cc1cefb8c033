import { Link } from "@remix-run/react";
import { paths } from "~/paths";
import { RichText } from "~/richtext/RichText";
import type { SafeHtml } from "~/richtext/renderRichText";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";

interface ServicePageProps {
  service: {
    id: string;
    name: string;
    description: string;
    imageUrl: string | null;
    customerInterface: {
      sampleReports: { title: string; reportUrl: string; imageUrl: string }[];
      faqs: { question: string; answer: string }[];
    };
  };
  others: { id: string; name: string }[];
}

export function ServicePage({ service, others }: ServicePageProps) {
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
            <RichText html={service.description as SafeHtml} />
            <div>
              <LinkButton to={checkout} variant="soft">
                Place Order
              </LinkButton>
            </div>
          </section>
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
