/** What was kept latest under its name, at most so much of it: an isolate lives long, and memory is small. */
export class Latest<Value> {
  private readonly values = new Map<string, Value>();
  constructor(private readonly most: number) {}

  get(name: string): Value | undefined {
    return this.values.get(name);
  }

  /** Keeps a value as the newest; undefined forgets it. */
  keep(name: string, value: Value | undefined) {
    this.values.delete(name);
    if (value === undefined) return;
    this.values.set(name, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }
}
