import { noDialog } from "~/http/noDialog.server";

export { clientLoader, NoDialog as default } from "~/features/frame/NoDialog";

export const loader = noDialog("tags.manage");
