import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";

interface NextLinksProps {
  orderId: string;
  links: { total: number; waiting: number };
}

const counted = (count: number) => (count === 1 ? "1 link" : `${count} links`);

/** What comes after buying links: their pages, on the order's own tab. */
export function NextLinks({ orderId, links: { total, waiting } }: NextLinksProps) {
  return (
    <section className="card">
      {waiting > 0 ? (
        <>
          <h2>Tell us the {total === 1 ? "page of your link" : `pages of your ${counted(total)}`}</h2>
          <p>
            {waiting < total ? `${total - waiting} of ${total} ready. ` : ""}Enter the page that each link points to, or
            paste all of them. We start with each link as soon as it has a page.
          </p>
        </>
      ) : (
        <>
          <h2>Your {counted(total)}</h2>
          <p>All of them have a page. You can follow each one on the order.</p>
        </>
      )}
      <div className="row">
        <LinkButton to={paths.orderPlacements(orderId)} variant="solid" reloadDocument>
          {waiting > 0 ? "Fill in your links" : "View your links"}
        </LinkButton>
      </div>
    </section>
  );
}
