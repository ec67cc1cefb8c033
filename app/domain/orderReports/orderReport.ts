/** A delivered file or link of an order. Bytes, ms UTC. */
export interface OrderReport {
  id: string;
  url: string;
  fileName: string;
  /** Null for a link, whose `url` is that of another site. */
  size: number | null;
  createdAt: number;
}
