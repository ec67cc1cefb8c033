import { noDialog } from "~/http/noDialog.server";

export { NoDialog as default } from "~/ui/dialog/NoDialog";

export const loader = noDialog("subscriptions.own");
