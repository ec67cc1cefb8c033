/** The place of a list's dialogs while none is open. */
export const NoDialog = () => null;

/** Asks nothing of the server, because the list around it checks the same permission. */
export const clientLoader = () => null;
