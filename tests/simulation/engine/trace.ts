/** A hash of all that happened, in order (cyrb53). Two runs of one seed must print the same. */
export class Trace {
  private one = 0;
  private other = 0;
  /** The last lines, for reading a failure. */
  readonly lines: string[] = [];

  begin() {
    this.one = 0xdeadbeef;
    this.other = 0x41c6ce57;
    this.lines.length = 0;
  }

  add(line: string) {
    this.lines.push(line);
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      this.one = Math.imul(this.one ^ code, 2654435761);
      this.other = Math.imul(this.other ^ code, 1597334677);
    }
  }

  get hash() {
    const hex = (part: number) => (part >>> 0).toString(16).padStart(8, "0");
    return hex(this.other ^ (this.one >>> 15)) + hex(this.one ^ (this.other >>> 13));
  }
}
