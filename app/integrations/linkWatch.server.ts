import type { LinkWatch } from "~/domain/ports/linkWatch";

/** The link watch behind a service binding; undefined where it is not bound. */
export const boundLinkWatch = (binding: LinkWatch | undefined): LinkWatch | undefined =>
  binding && {
    checkNow: (placementId) => binding.checkNow(placementId),
    lookAt: (addresses) => binding.lookAt(addresses),
  };
