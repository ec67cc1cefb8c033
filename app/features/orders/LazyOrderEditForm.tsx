import { lazyPart } from "~/ui/lazyPart";
import type { OrderEditFormProps } from "./OrderEditForm";

/** The form in a script of its own: customers load the order's page too (rules.md speed/scripts). */
export const { load: loadOrderEditForm, Part: LazyOrderEditForm } = lazyPart<OrderEditFormProps>(
  "#order",
  <p role="status">Loading the form</p>,
  () => import("./OrderEditForm").then((part) => part.OrderEditForm),
);
