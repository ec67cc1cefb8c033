import { z } from "zod";

/**
 * Shapes posted values to match the schema, so that the page can render any post again. For example, a list may
 * arrive as text, or text as a list. Drops values that do not fit; their errors remain. Keeps fields that the schema
 * does not name.
 */
export function coerceToSchemaShape(schema: z.core.$ZodType, value: unknown): unknown {
  const shape = plain(schema);
  if (shape instanceof z.core.$ZodObject) {
    if (!isRecord(value)) return undefined;
    const { shape: fields } = shape._zod.def;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        Object.hasOwn(fields, name) ? coerceToSchemaShape(fields[name]!, one) : one,
      ]),
    );
  }
  if (shape instanceof z.core.$ZodArray) {
    const { element } = shape._zod.def;
    if (!(plain(element) instanceof z.core.$ZodObject)) return value;
    // Skipped indexes count as empty rows.
    return Array.isArray(value) ? Array.from(value, (row) => coerceToSchemaShape(element, row) ?? {}) : undefined;
  }
  return words.some((kind) => shape instanceof kind) && typeof value === "object" ? undefined : value;
}

const words = [z.core.$ZodString, z.core.$ZodNumber, z.core.$ZodBoolean, z.core.$ZodEnum];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Unwraps optional, default and transform layers. */
function plain(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType; out?: z.core.$ZodType };
  if (def.innerType) return plain(def.innerType);
  if (def.in && def.out) return plain(def.in instanceof z.core.$ZodTransform ? def.out : def.in);
  return schema;
}
