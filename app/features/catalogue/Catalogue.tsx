import { Form, Link } from "@remix-run/react";
import { useEffect } from "react";
import { CATALOGUE_PAGE } from "~/domain/catalogue/cataloguePage";
import type { PricedCard } from "~/domain/catalogue/findCatalogue";
import { useBrand } from "~/features/frame/useBrand";
import { formatCents } from "~/format/money";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { RichText } from "~/richtext/RichText";
import type { SafeHtml } from "~/richtext/renderRichText";
import { Button } from "~/ui/form/Button";
import { buttonClass } from "~/ui/form/buttonClass";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextField } from "~/ui/form/TextField";
import { loadFirst } from "~/ui/layout/loadFirst";
import { EmptyState } from "~/ui/list/EmptyState";
import { Pagination } from "~/ui/list/Pagination";
import { CatalogueHeader, catalogueShape } from "./CatalogueHeader";

interface CatalogueProps {
  services: (Omit<PricedCard, "description"> & { description: string })[];
  /** For a search without a match. */
  suggestions: CatalogueProps["services"];
  /** The searched name. */
  name: string;
  /** True when the catalogue is long enough for a search. */
  searched: boolean;
  /** Zero-based. */
  page: number;
  /** Services on all pages. */
  total: number;
  /** In the shop, which visitors see too. */
  shop?: boolean;
}

/** 'Explore Our Services': one card per service, three in a row on wide screens. The whole card is the link. */
export function Catalogue({ services, suggestions, name, searched, page, total, shop = false }: CatalogueProps) {
  const { supportEmail } = useBrand();
  const here = shop ? paths.shop() : paths.services();
  useEffect(() => {
    catalogueShape.searched = searched;
  }, [searched]);
  return (
    <>
      <CatalogueHeader />
      {searched ? (
        <Form className="catalogue-search" method="get" action={here} role="search" aria-label="Services">
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
        <div className="stack">
          <EmptyState
            title="No service matches"
            text="Try another word, or look at all services."
            action={<LinkButton to={here}>Show all services</LinkButton>}
          />
          <ServiceCards services={suggestions} shop={shop} />
        </div>
      ) : services.length === 0 ? (
        <EmptyState
          title="No services yet"
          text={`New services will show up here. Questions? Contact ${supportEmail}.`}
          action={
            <a className={buttonClass({ variant: "outline" })} href={`mailto:${supportEmail}`}>
              Write to us
            </a>
          }
        />
      ) : (
        <ServiceCards services={services} shop={shop} />
      )}
      {total > CATALOGUE_PAGE || page > 0 ? (
        <Pagination
          page={page}
          pageSize={CATALOGUE_PAGE}
          total={total}
          sizes={[CATALOGUE_PAGE]}
          hrefFor={(number) =>
            here + listToSearch(new URLSearchParams(), { name: name || null, page: String(number + 1) })
          }
        />
      ) : null}
    </>
  );
}

const ServiceCards = ({ services, shop }: Pick<CatalogueProps, "services"> & { shop: boolean }) => (
  <ul className="catalogue">
    {services.map((service, index) => (
      <li key={service.id} className="catalogue-card">
        {service.imageUrl ? (
          // The first is visible on arrival on every screen; the others must not delay it on a phone.
          <img
            src={service.imageUrl}
            alt=""
            width={800}
            height={450}
            {...(index === 0 ? loadFirst : { loading: "lazy" as const })}
          />
        ) : (
          <div className="catalogue-blank" aria-hidden="true" />
        )}
        <h2>
          <Link to={shop ? paths.shopService(service.slug) : paths.serviceDetails(service.id)} prefetch="intent">
            {service.name}
          </Link>
        </h2>
        <p className="catalogue-price">
          {`From ${formatCents(service.fromPrice)}`}
          {service.recurrence ? <span className="muted small"> {service.recurrence}</span> : null}
        </p>
        <RichText html={service.description as SafeHtml} className="catalogue-words" />
      </li>
    ))}
  </ul>
);
