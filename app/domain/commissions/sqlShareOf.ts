import { type SQL, sql } from "drizzle-orm";
import { ROUNDING_UNIT } from "../money";

/**
 * `shareOf` of domain/money in SQL: integers only, half up to ROUNDING_UNIT. Amounts must be 0 or more, because
 * SQLite divides towards zero.
 */
export function sqlShareOf(amount: SQL, hundredths: SQL): SQL<number> {
  const unit = sql.raw(String(ROUNDING_UNIT));
  return sql<number>`((2 * (${amount}) * (${hundredths}) + 10000 * ${unit}) / (20000 * ${unit}) * ${unit})`;
}
