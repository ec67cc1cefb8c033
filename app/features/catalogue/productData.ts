import type { ShopService } from "~/domain/catalogue/shopService";

interface Product {
  service: Pick<ShopService["service"], "name">;
  packages: readonly Pick<ShopService["packages"][number], "name" | "price">[];
  brand: string;
  description: string;
  /** Absolute. */
  url: string;
  /** Absolute. */
  image: string | null;
}

/** A service with its prices for search engines: Product of schema.org, as JSON-LD. */
export const productData = ({ service, packages, brand, description, url, image }: Product) => ({
  "@context": "https://schema.org" as const,
  "@type": "Product" as const,
  name: service.name,
  ...(description ? { description } : {}),
  ...(image ? { image } : {}),
  url,
  brand: { "@type": "Brand" as const, name: brand },
  offers: packages.map(({ name, price }) => ({
    "@type": "Offer" as const,
    name,
    price: (price / 100).toFixed(2),
    priceCurrency: "USD",
    availability: "https://schema.org/InStock" as const,
    url,
  })),
});
