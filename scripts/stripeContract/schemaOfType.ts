import ts from "typescript";
import { objects, unchecked } from "./operations";

/** A JSON Schema (draft-07) as plain data. */
export type Schema = boolean | { [word: string]: unknown };

const definitionOf = new Map(objects.map(([name, file, definition]) => [`${file}#${name}`, definition as string]));

/** Limits of Stripe's metadata: 50 keys of 40 characters, values of 500. */
const metadataParam: Schema = {
  type: "object",
  maxProperties: 50,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: ["string", "number", "null"], maxLength: 500 },
};
const cardActions = new Set(["type", "redirect_to_url", "use_stripe_sdk"]);

/** Converts declarations of the `stripe` package to JSON Schema: open for answers, closed for requests. */
export class SchemaOfType {
  private readonly path: string[] = [];

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly open: boolean,
  ) {}

  /** Schema of one type. An object with its own definition becomes a `$ref` unless it is the root. */
  convert(type: ts.Type, root = false): Schema {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
    if (type.isUnion()) return this.union(type.types);
    if (type.flags & ts.TypeFlags.Null) return { type: "null" };
    if (type.isStringLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === "true" };
    if (type.flags & ts.TypeFlags.Boolean) return { type: "boolean" };
    if (type.flags & ts.TypeFlags.Number) return { type: "integer" };
    // `OtherString` is an intersection of string with an empty record.
    if (type.flags & ts.TypeFlags.String || type.isIntersection()) return { type: "string" };
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", items: item ? this.convert(item) : true };
    }
    return this.object(type, root);
  }

  private union(types: ts.Type[]): Schema {
    const parts = types.filter((type) => !(type.flags & ts.TypeFlags.Undefined));
    const nullable = parts.some((type) => type.flags & ts.TypeFlags.Null);
    const literals = parts.filter((type) => type.isStringLiteral()).map((type) => (type as ts.StringLiteralType).value);
    const booleans = parts.filter((type) => type.flags & ts.TypeFlags.BooleanLiteral).length;
    const schemas: Schema[] = [];
    if (literals.length) schemas.push({ enum: literals.sort() });
    if (booleans) schemas.push({ type: "boolean" });
    for (const part of parts) {
      if (part.flags & (ts.TypeFlags.Null | ts.TypeFlags.BooleanLiteral) || part.isStringLiteral()) continue;
      // An open enum lists today's values; unknown ones are not used here.
      if (part.isIntersection() && literals.length) continue;
      schemas.push(this.convert(part));
    }
    if (schemas.includes(true)) return true;
    const only = schemas.length === 1 && typeof schemas[0] === "object" ? schemas[0] : undefined;
    if (!nullable) return only ?? { anyOf: schemas };
    if (only?.enum) return { enum: [...(only.enum as unknown[]), null] };
    if (typeof only?.type === "string") return { ...only, type: [only.type, "null"] };
    return { anyOf: [...schemas, { type: "null" }] };
  }

  private object(type: ts.Type, root: boolean): Schema {
    const declaration = type.symbol?.declarations?.[0];
    const file = declaration?.getSourceFile().fileName.split("/esm/resources/")[1]?.replace(".d.ts", "");
    const name = type.symbol?.name ?? "";
    const definition = definitionOf.get(`${file}#${name}`);
    if (definition && !root) return { $ref: `#/$defs/${definition}` };
    if (name === "LastPaymentError" || name === "LastSetupError") return { $ref: "#/$defs/api_error" };
    if (name === "Decimal") return { type: "string" };
    if (name === "MetadataParam") return metadataParam;
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) return { type: "object", additionalProperties: this.convert(index.type) };
    const kind = type.getProperty("object");
    const kindType = kind && this.checker.getTypeOfSymbol(kind);
    const resource = kindType?.isStringLiteral() && type.getProperty("id");
    if (resource && !root && name !== "LineItem") {
      return {
        type: "object",
        required: ["id", "object"],
        properties: { id: { type: "string" }, object: { const: (kindType as ts.StringLiteralType).value } },
      };
    }
    const typeId = `${file}#${name}`;
    if (this.path.includes(typeId) && name !== "__type") return true;
    this.path.push(typeId);
    const schema = this.properties(type);
    this.path.pop();
    return schema;
  }

  private properties(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const property of type.getProperties()) {
      if (property.name === "lastResponse") continue;
      const skipped =
        unchecked.has(property.name) || (type.symbol.name === "NextAction" && !cardActions.has(property.name));
      properties[property.name] = skipped ? true : this.convert(this.checker.getTypeOfSymbol(property));
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    const sorted = Object.fromEntries(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)));
    return {
      type: "object",
      ...(required.length ? { required: required.sort() } : {}),
      properties: sorted,
      ...(this.open ? {} : { additionalProperties: false }),
    };
  }
}
