import { Link } from "@remix-run/react";
import { brand } from "~/brand";
import { paths } from "~/paths";
import { RichText } from "~/richtext/RichText";
import type { SafeHtml } from "~/richtext/renderRichText";
import { PageHeader } from "~/ui/layout/PageHeader";
import { EmptyState } from "~/ui/list/EmptyState";

export interface CatalogueProps {
  services: { id: string; name: string; description: string; imageUrl: string | null }[];
}

/** 'Explore Our Services': one card per service, three in a row on wide screens. The whole card is the link. */
export function Catalogue({ services }: CatalogueProps) {
  return (
    <>
      <PageHeader title="Explore Our Services" help="Pick a service to see what is included and how it is priced." />
      {services.length === 0 ? (
        <EmptyState
          title="No services yet"
          text={`New services will show up here. Questions? Contact ${brand.supportEmail}.`}
        />
      ) : (
        <ul className="catalogue">
          {services.map((service, index) => (
            <li key={service.id} className="catalogue-card">
              {service.imageUrl ? (
                // Load the first row eagerly because it is visible on arrival; lazy-load the rest.
                <img
                  src={service.imageUrl}
                  alt=""
                  width={800}
                  height={450}
                  loading={index < 3 ? "eager" : "lazy"}
                  // Lower case: React 18 passes it through and warns about camel case.
                  {...(index === 0 ? { fetchpriority: "high" } : {})}
                />
              ) : (
                <div className="catalogue-blank" aria-hidden="true" />
              )}
              <h2>
                <Link to={paths.serviceDetails(service.id)} prefetch="intent">
                  {service.name}
                </Link>
              </h2>
              <RichText html={service.description as SafeHtml} className="catalogue-words" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
