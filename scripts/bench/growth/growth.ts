/** Runs one statement on the agency's database. */
type Run = (sql: string) => Promise<unknown>;

/** What the statements of the grown agency share. Texts are SQL expressions. */
export interface Growth {
  run: Run;
  /** The end of the grown past, ms UTC. */
  now: number;
  startedAt: number;
  /** `with recursive n(i)` that counts from 1 to `to`. */
  count(to: number): string;
  userId(n: string): string;
  staffId(n: string): string;
  serviceId(n: string): string;
  packageId(service: string, place: string): string;
  subscriptionId(n: string): string;
  payoutId(n: string): string;
  /** An id that sorts by a moment, ms UTC. */
  idAt(at: string, n: string): string;
  /** Ids of seeded records, quoted. */
  seeded: Seeded;
}

export interface Seeded {
  superAdmin: string;
  manager: string;
  customer: string;
  affiliate: string;
  order: string;
}
