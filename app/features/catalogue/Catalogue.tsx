import { Form, Link } from "@remix-run/react";
import { useEffect } from "react";
import { brand } from "~/brand";
import { CATALOGUE_PAGE } from "~/domain/catalogue/cataloguePage";
import type { PricedCard } from "~/domain/catalogue/findCatalogue";
import { formatCents } from "~/format/money";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { RichText } from "~/richtext/RichText";
import type { SafeHtml } from "~/richtext/renderRichText";
import { Button } from "~/ui/form/Button";
import { buttonClass } from "~/ui/form/buttonClass";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextField } from "~/ui/form/TextField";
import { EmptyState } from "~/ui/list/EmptyState";
import { Pagination } from "~/ui/list/Pagination";
import { CatalogueHeader, catalogueShape } from "./CatalogueHeader";

export interface CatalogueProps {
  services: (Omit<PricedCard, "description"> & { description: string })[];
  /** The searched name. */
  name: string;
  /** True when the catalogue is long enough for a search. */
  searched: boolean;
  /** Zero-based. */
  page: number;
  /** Services on all pages. */
  total: number;
}

/** 'Explore Our Services': one card per service, three in a row on wide screens. The whole card is the link. */
export function Catalogue({ services, name, searched, page, total }: CatalogueProps) {
  useEffect(() => {
    catalogueShape.searched = searched;
  }, [searched]);
  return (
    <>
      <CatalogueHeader />
      {searched ? (
        <Form className="catalogue-search" method="get" action={paths.services()} role="search" aria-label="Services">
          <TextField
            label="Search services"
            hideLabel
            name="name"
            type="search"
            placeholder="Search services"
            defaultValue={name}
          />
          <Button type="submit" variant="outline">
            Search
          </Button>
        </Form>
      ) : null}
      {services.length === 0 && name ? (
        <EmptyState
          title="No service has this name"
          text="Try another word, or look at all services."
          action={<LinkButton to={paths.services()}>Show all services</LinkButton>}
        />
      ) : services.length === 0 ? (
        <EmptyState
          title="No services yet"
          text={`New services will show up here. Questions? Contact ${brand.supportEmail}.`}
          action={
            <a className={buttonClass({ variant: "outline" })} href={`mailto:${brand.supportEmail}`}>
              Write to us
            </a>
          }
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
              <p className="catalogue-price">
                From {formatCents(service.fromPrice)}
                {service.recurrence ? <span className="muted small"> {service.recurrence}</span> : null}
              </p>
              <RichText html={service.description as SafeHtml} className="catalogue-words" />
            </li>
          ))}
        </ul>
      )}
      {total > CATALOGUE_PAGE || page > 0 ? (
        <Pagination
          page={page}
          pageSize={CATALOGUE_PAGE}
          total={total}
          sizes={[CATALOGUE_PAGE]}
          hrefFor={(number) =>
            paths.services() + listToSearch(new URLSearchParams(), { name: name || null, page: String(number + 1) })
          }
        />
      ) : null}
    </>
  );
}
