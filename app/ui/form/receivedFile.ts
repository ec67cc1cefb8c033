/** A file that the portal holds: saved earlier, or received ahead of a form or by a failed post. `size` is in bytes. */
export type ReceivedFile = { key: string; name: string; size: number };
