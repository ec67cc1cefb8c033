import { SignUpInput } from "../accounts/accountInputs";
import { PlaceOrderInput } from "./placeOrderInput";

/** Who a visitor says they are. */
export const FirstBuyer = SignUpInput.omit({ password: true });
export type FirstBuyer = ReturnType<typeof FirstBuyer.parse>;

/** The order form of a visitor, which makes their account too. Amounts in cents. */
export const FirstOrderInput = PlaceOrderInput.extend(FirstBuyer.shape);
