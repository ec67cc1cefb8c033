import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { EmptyState } from "~/ui/list/EmptyState";

/** Staff cannot buy (rules.md checkout/no-staff): the way to an order by hand instead. */
export function StaffNotice() {
  return (
    <EmptyState
      title="Staff accounts cannot buy"
      text="Create an order for a client by hand, or send them the address of this page."
      action={
        <LinkButton to={paths.orderNew()} variant="solid">
          Create Order
        </LinkButton>
      }
    />
  );
}
