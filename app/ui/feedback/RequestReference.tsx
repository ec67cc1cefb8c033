import { useRouteError } from "@remix-run/react";
import { useRequestId } from "~/requestId";

/** The id under which the log shows what happened, for a message to support. */
export function RequestReference() {
  const id = useRequestId(useRouteError());
  return (
    <p className="muted">
      Still not working? Tell us this reference: <code suppressHydrationWarning>{id}</code>
    </p>
  );
}
