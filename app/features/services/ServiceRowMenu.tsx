import { useNavigate } from "@remix-run/react";
import type { FormEvent, MouseEvent } from "react";
import { URL_COPIED, URL_NOT_COPIED } from "~/domain/catalogue/serviceTexts";
import { paths } from "~/paths";
import { copyText } from "~/ui/feedback/copyText";
import { BackgroundForm } from "~/ui/form/BackgroundForm";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuButton } from "~/ui/list/RowMenuButton";
import { RowMenuLink } from "~/ui/list/RowMenuLink";

interface ServiceRowMenuProps {
  service: { id: string; name: string; checkoutUrl: string };
  /** The query string of the list behind the menu. */
  search: string;
  invoices: boolean;
}

export function ServiceRowMenu({ service, search, invoices }: ServiceRowMenuProps) {
  const navigate = useNavigate();
  const over = (path: string) => (search ? `${path}?${search}` : path);
  const urlPage = over(paths.serviceCheckoutUrl(service.id));
  const copy = async (event: MouseEvent) => {
    event.preventDefault();
    const done = await copyText(service.checkoutUrl, { copied: URL_COPIED, failed: URL_NOT_COPIED });
    // That page shows the URL to select by hand.
    if (!done) navigate(urlPage, { preventScrollReset: true });
  };
  const close = (event: FormEvent<HTMLFormElement>) => event.currentTarget.closest("details")?.removeAttribute("open");
  return (
    <RowMenu label={`Actions for ${service.name}`}>
      <RowMenuLink to={urlPage} preventScrollReset onClick={copy}>
        Copy Checkout URL
      </RowMenuLink>
      <RowMenuLink to={`${paths.orders()}?serviceId=${service.id}`}>Show Orders</RowMenuLink>
      {invoices ? (
        <RowMenuLink to={over(paths.serviceInvoice(service.id))} preventScrollReset>
          Generate Invoice
        </RowMenuLink>
      ) : null}
      <BackgroundForm action={over(paths.serviceDuplicate(service.id))} unsafe onSubmit={close}>
        <RowMenuButton>Duplicate</RowMenuButton>
      </BackgroundForm>
      <RowMenuLink to={over(paths.serviceDelete(service.id))} preventScrollReset danger>
        Delete
      </RowMenuLink>
    </RowMenu>
  );
}
