/** Signals to the live parts of the portal after a change is written. Never throws; failures are logged. */
export interface Publish {
  /** Delivers waiting outbox rows now instead of at the next sweep. */
  outboxWaiting(): Promise<void>;
  /** Wakes the export queue now instead of at the next cron run. */
  exportsWaiting(): Promise<void>;
  /**
   * Closes the live sockets of an ended session, or of all the person's sessions without `sessionId` (rules.md
   * sessions/end).
   */
  sessionEnded(userId: string, sessionId?: string): Promise<void>;
  /** Tells these people's open pages to reload the order. Carries no content. */
  orderChanged(orderId: string, userIds: readonly string[]): Promise<void>;
  /** Puts a given-up message into its queue again. False when the queue refuses it or does not exist. */
  sendAgain(queue: string, body: unknown): Promise<boolean>;
}
