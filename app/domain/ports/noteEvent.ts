/** A security event as the log holds it: ids, no names and no input. */
export interface NotedEvent {
  kind: string;
  /** The account it is about; null when no account matches. */
  user: string | null;
  /** Who did it, when that was another account. */
  by: string | null;
  /** The network address. */
  from: string | null;
  detail: string;
}

/** Writes a security event to the log, which the portal cannot change (rules.md security/events). */
export type NoteEvent = (event: NotedEvent) => void;
