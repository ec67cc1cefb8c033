import { type FormProps, Form as RemixForm } from "@remix-run/react";
import { forwardRef } from "react";
import { FormIdentity, type FormIdentityProps } from "./FormIdentity";

/** Every form of ours; one that posts says which it is and whose. */
export const Form = forwardRef<HTMLFormElement, FormProps & FormIdentityProps>(function Form(
  { keyless, owner, unguarded, stays, children, ...props },
  ref,
) {
  return (
    <RemixForm {...props} ref={ref}>
      {children}
      {props.method === "post" ? (
        <FormIdentity keyless={keyless} owner={owner} unguarded={unguarded} stays={stays} />
      ) : null}
    </RemixForm>
  );
});
