/** Lets the calls of racing requests through one at a time. `random` decides which of those that are ready is next. */
export class RaceScheduler {
  private readonly waiting: (() => void)[] = [];
  private racing = false;
  private taken = false;

  constructor(
    private readonly random: () => number,
    /** Gives way until every call that can start now has asked for its turn. */
    private readonly pause: () => Promise<void>,
  ) {}

  /**
   * Runs these at the same time. A request can fail while its other calls still wait; they get their turns before the
   * race ends, so that none is left to hold up the next race.
   */
  async race(requests: (() => Promise<unknown>)[]): Promise<void> {
    this.racing = true;
    const outcomes = await Promise.allSettled(requests.map((one) => one()));
    while (this.taken || this.waiting.length > 0) await this.pause();
    this.racing = false;
    const failed = outcomes.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }

  /** Runs one call: in its turn if it starts during a race, else immediately. */
  async through<T>(call: () => Promise<T>): Promise<T> {
    if (!this.racing) return await call();
    await this.turn();
    try {
      return await call();
    } finally {
      this.taken = false;
      void this.choose();
    }
  }

  private turn(): Promise<void> {
    const chosen = new Promise<void>((resolve) => void this.waiting.push(resolve));
    if (this.waiting.length === 1 && !this.taken) void this.choose();
    return chosen;
  }

  private async choose() {
    await this.pause();
    if (this.taken || this.waiting.length === 0) return;
    this.taken = true;
    this.waiting.splice(Math.floor(this.random() * this.waiting.length), 1)[0]!();
  }
}
