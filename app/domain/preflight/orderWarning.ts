import type { PreflightCode } from "./preflightRows";

/** A warning about a row that was ordered all the same. */
export interface OrderWarning {
  /** The position in the sheet, from 1. */
  row: number;
  targetUrl: string;
  anchorText: string;
  code: PreflightCode;
  text: string;
  /** The buyer sent the order with this warning on the screen. */
  acknowledged: boolean;
}
