/** A delivered file of an order: `id`, `url` and what people read of it. Bytes, ms UTC. */
export interface OrderReport {
  id: string;
  url: string;
  fileName: string;
  size: number;
  createdAt: number;
}
