/** A delivered file of an order. Bytes, ms UTC. */
export interface OrderReport {
  id: string;
  url: string;
  fileName: string;
  size: number;
  createdAt: number;
}
