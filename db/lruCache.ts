/** A least-recently-used cache with a fixed capacity: isolates live long and have little memory. */
export class LruCache<Value> {
  private readonly values = new Map<string, Value>();
  constructor(private readonly most: number) {}

  get(name: string): Value | undefined {
    return this.values.get(name);
  }

  /** Stores a value as the most recent one. `undefined` deletes it. */
  keep(name: string, value: Value | undefined) {
    this.values.delete(name);
    if (value === undefined) return;
    this.values.set(name, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }
}
