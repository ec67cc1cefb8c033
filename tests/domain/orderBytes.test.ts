import { expect, test } from "vitest";
import { orderBytes } from "../support/orderBytes";
import { casesOf } from "../support/tier";

const bounds: [number, number][] = [
  [3, 8_000],
  [60, 12_000],
];
test.each(casesOf(bounds, bounds[1]!))(
  "with %i staff an order holds at most %i bytes a year later",
  async (staff, most) => {
    const { afterYear, client, fresh, rows } = await orderBytes(staff, 400);
    console.info(
      `${staff} staff: ${Math.round(fresh)} bytes fresh, ${Math.round(afterYear)} after a year, client ${Math.round(client)}`,
    );
    expect(afterYear, JSON.stringify(rows)).toBeLessThanOrEqual(most);
    expect(afterYear).toBeGreaterThan(1_000);
    expect(fresh).toBeGreaterThan(afterYear);
  },
  120_000,
);
