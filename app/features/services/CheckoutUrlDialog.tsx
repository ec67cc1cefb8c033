import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface CheckoutUrlDialogProps {
  service: { name: string; visible: boolean };
  checkoutUrl: string;
  back: string;
}

/** The checkout URL as selectable text, for browsers where copying fails. */
export function CheckoutUrlDialog({ service, checkoutUrl, back }: CheckoutUrlDialogProps) {
  return (
    <RouteDialog title="Checkout URL" closeHref={back}>
      <div className="stack">
        <TextAreaField
          label={service.name}
          name="checkoutUrl"
          hint={
            service.visible
              ? undefined
              : "This service is hidden from the catalog, but customers can still order it at this address."
          }
          defaultValue={checkoutUrl}
          readOnly
          rows={2}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="form-actions">
          <LinkButton to={back} preventScrollReset>
            Close
          </LinkButton>
        </div>
      </div>
    </RouteDialog>
  );
}
