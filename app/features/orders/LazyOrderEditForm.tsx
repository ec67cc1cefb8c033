import { Suspense } from "react";
import { lazyPart } from "~/ui/lazyPart";
import type { OrderEditFormProps } from "./OrderEditForm";

const { load, Part } = lazyPart<OrderEditFormProps>("#order", () =>
  import("./OrderEditForm").then((part) => part.OrderEditForm),
);

export const loadOrderEditForm = load;

/** The form in a script of its own: customers load the order's page too (rules.md speed/scripts). */
export const LazyOrderEditForm = (props: OrderEditFormProps) => (
  <Suspense fallback={<p role="status">Loading the form</p>}>
    <Part {...props} />
  </Suspense>
);
