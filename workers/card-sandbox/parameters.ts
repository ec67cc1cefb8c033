import { invalidRequest } from "./errors";
import type { FormFields, FormValue } from "./form";

/** The subset of JSON Schema that the contract's requests use. */
export interface RequestSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: RequestSchema[];
  items?: RequestSchema | true;
  properties?: Record<string, RequestSchema | true>;
  required?: string[];
  additionalProperties?: RequestSchema | boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxProperties?: number;
}

/**
 * Reads form text by the contract: converts numbers and booleans, and refuses undeclared or wrong parameters with
 * Stripe's own 400 (parameter_unknown, parameter_missing, parameter_invalid_integer ...).
 */
export function readParameters(schema: RequestSchema | undefined, fields: FormFields): Record<string, unknown> {
  return readObject(schema ?? { properties: {}, additionalProperties: false }, fields, "");
}

function readObject(schema: RequestSchema, fields: FormFields, path: string): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const param = path ? `${path}[${name}]` : name;
    const property = schema.properties?.[name];
    if (property !== undefined) {
      result[name] = property === true ? value : readValue(property, value, param);
    } else if (typeof schema.additionalProperties === "object") {
      if (name.length > 40) throw invalidRequest(`Metadata keys can be up to 40 characters long.`, { param });
      result[name] = readValue(schema.additionalProperties, value, param);
    } else if (schema.additionalProperties === false) {
      throw invalidRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
    } else {
      result[name] = value;
    }
  }
  if (schema.maxProperties && Object.keys(result).length > schema.maxProperties) {
    throw invalidRequest(`You can have up to ${schema.maxProperties} metadata keys.`, { param: path });
  }
  for (const name of schema.required ?? []) {
    if (name in result) continue;
    const param = path ? `${path}[${name}]` : name;
    throw invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return result;
}

function readValue(schema: RequestSchema, value: FormValue, param: string): unknown {
  if (schema.anyOf) return readAny(schema.anyOf, value, param);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  // An empty value means null and unsets the parameter.
  if (value === "" && (types.includes("null") || schema.enum?.includes(null))) return null;
  if (types.includes("object")) {
    if (typeof value === "string" || Array.isArray(value)) throw invalidRequest("Invalid object", { param });
    return readObject(schema, value, param);
  }
  if (types.includes("array")) {
    if (!Array.isArray(value)) throw invalidRequest("Invalid array", { param });
    const { items } = schema;
    return value.map((item, index) => (items && items !== true ? readValue(items, item, `${param}[${index}]`) : item));
  }
  if (typeof value !== "string") throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param });
  return readText(schema, types, value, param);
}

function readText(schema: RequestSchema, types: (string | undefined)[], value: string, param: string): unknown {
  if (types.includes("boolean")) {
    if (value === "true" || value === "false") return value === "true";
    throw invalidRequest(`Invalid boolean: ${value}`, { param });
  }
  if (types.includes("integer")) {
    if (!/^-?\d{1,15}$/.test(value))
      throw invalidRequest(`Invalid integer: ${value}`, { code: "parameter_invalid_integer", param });
    return readInteger(schema, Number(value), param);
  }
  const allowed = schema.const === undefined ? schema.enum : [schema.const];
  if (allowed && !allowed.includes(value)) {
    throw invalidRequest(`Invalid ${param}: must be one of ${allowed.filter(Boolean).join(", ")}`, { param });
  }
  if (schema.maxLength && value.length > schema.maxLength) {
    throw invalidRequest(`Invalid string: must be at most ${schema.maxLength} characters`, { param });
  }
  return value;
}

function readInteger(schema: RequestSchema, value: number, param: string): number {
  if (schema.minimum !== undefined && value < schema.minimum) {
    if (param === "amount" && schema.minimum === 50) {
      throw invalidRequest("Amount must be at least $0.50 usd", { code: "amount_too_small", param });
    }
    throw invalidRequest(`This value must be greater than or equal to ${schema.minimum}.`, {
      code: "parameter_invalid_integer",
      param,
    });
  }
  if (schema.maximum !== undefined && value > schema.maximum) {
    throw invalidRequest("Amount must be no more than $999,999.99", { code: "amount_too_large", param });
  }
  return value;
}

function readAny(choices: RequestSchema[], value: FormValue, param: string): unknown {
  let refusal: unknown;
  for (const choice of choices) {
    try {
      return readValue(choice, value, param);
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
