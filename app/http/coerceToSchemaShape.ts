import { z } from "zod";

/**
 * What was typed, in the shape that the page's form has, so that the page can show it again whatever was posted: a list
 * of rows sent as one word, a row that is a word, a word sent as a list. What does not fit is left out; the complaint
 * about it stands. Fields that the schema does not name stay as they are.
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
    // Places that were left out are rows too: empty ones.
    return Array.isArray(value) ? Array.from(value, (row) => coerceToSchemaShape(element, row) ?? {}) : undefined;
  }
  return words.some((kind) => shape instanceof kind) && typeof value === "object" ? undefined : value;
}

const words = [z.core.$ZodString, z.core.$ZodNumber, z.core.$ZodBoolean, z.core.$ZodEnum];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A schema without what says only when it may be left out, and what is made of it. */
function plain(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType; out?: z.core.$ZodType };
  if (def.innerType) return plain(def.innerType);
  if (def.in && def.out) return plain(def.in instanceof z.core.$ZodTransform ? def.out : def.in);
  return schema;
}
