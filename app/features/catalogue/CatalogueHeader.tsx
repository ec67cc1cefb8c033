import { PageHeader } from "~/ui/layout/PageHeader";

/** Also stands over the placeholder of the catalogue, so that nothing moves when it arrives. */
export const CatalogueHeader = () => (
  <PageHeader title="Explore Our Services" help="Pick a service to see what is included and how it is priced." />
);

/**
 * Whether the catalogue has a search, as it was last seen in this tab: long catalogues, which have one, load slowly.
 */
export const catalogueShape = { searched: true };
