/** The object store (R2). */
export interface Files {
  /** `scanned`: a scanner found it free of malware. Kept with the object. */
  put(key: string, body: ArrayBuffer | Uint8Array, contentType: string, scanned?: boolean): Promise<void>;
  /** Streams the body without buffering it. Stores nothing when the stream fails. Returns the size in bytes. */
  putStream(key: string, body: ReadableStream<Uint8Array>, contentType: string): Promise<number>;
  get(key: string): Promise<{ body: ReadableStream; size: number; scanned: boolean } | null>;
  /** The size in bytes, without reading the object; null when it is missing. */
  sizeOf(key: string): Promise<number | null>;
  /**
   * One page of the objects whose key is after `after`, in the order of keys. `last` is its last key; null at the end.
   */
  list(after: string | null): Promise<{ files: number; bytes: number; last: string | null }>;
  delete(keys: string[]): Promise<void>;
}
