import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import ts from "typescript";
import { objects, operations } from "./stripeContract/operations";
import { addProductRules } from "./stripeContract/productRules";
import { type Schema, SchemaOfType } from "./stripeContract/schemaOfType";

export const contractPath = "workers/card-sandbox/contract/stripe-contract.json";

const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve("stripe")));
const declarationOf = (file: string) => join(packageFolder, "esm/resources", `${file}.d.ts`);

/**
 * The contract as text: requests and answers of the used calls, read from the declarations of the installed `stripe`.
 */
export function generateStripeContract(): string {
  const files = [...new Set([...operations.map(([, file]) => file), ...objects.map(([, file]) => file)])];
  const program = ts.createProgram(files.map(declarationOf), {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const checker = program.getTypeChecker();
  const declared = (file: string, name: string): ts.Type => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(declarationOf(file))!)!;
    const symbol = checker.getExportsOfModule(module).find((one) => one.name === name);
    if (!symbol) throw new Error(`stripe declares no ${name} in ${file}`);
    return checker.getDeclaredTypeOfSymbol(symbol);
  };
  const answers = new SchemaOfType(checker, true);
  const requests = new SchemaOfType(checker, false);

  const defs: Record<string, Schema> = {};
  for (const [name, file, definition] of objects) defs[definition] = answers.convert(declared(file, name), true);
  defs.list = {
    type: "object",
    required: ["object", "data", "has_more", "url"],
    properties: {
      object: { const: "list" },
      data: { type: "array" },
      has_more: { type: "boolean" },
      url: { type: "string" },
    },
  };
  const intent = declared("PaymentIntents", "PaymentIntent");
  const lastError = checker.getNonNullableType(checker.getTypeOfSymbol(intent.getProperty("last_payment_error")!));
  defs.api_error = apiErrorSchema(lastError, answers, checker);
  defs.error = { type: "object", required: ["error"], properties: { error: { $ref: "#/$defs/api_error" } } };
  const events = eventTypes(checker, program);
  defs.event = eventSchema(events);

  const described: Record<string, Schema> = {};
  for (const [operation, file, className, methodName] of operations) {
    const method = declared(file, className).getProperty(methodName);
    if (!method) throw new Error(`stripe declares no ${className}.${methodName}`);
    const signature = checker.getTypeOfSymbol(method).getCallSignatures().at(-1)!;
    const parameter = signature.getParameters().find((one) => one.name === "params");
    const paramType = parameter && checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
    const answer = answerSchema(signature, answers, checker);
    const route = routeOf(file, className, methodName);
    const request = paramType
      ? (requests.convert(paramType, true) as { properties: Record<string, Schema> })
      : undefined;
    if (request) addProductRules(operation, request);
    described[operation] = { ...route, response: answer, ...(request ? { request } : {}) };
  }
  const version = (file: string) => readFileSync(join(packageFolder, file), "utf8").trim();
  const contract = {
    $id: "portal/stripe-contract",
    $comment:
      "JSON Schema (draft-07 words) made by scripts/stripeContract.ts from the declarations of npm stripe (MIT, Stripe). Do not edit: run `npm run stripe:contract`.",
    meta: {
      sdk: `stripe@${version("VERSION")}`,
      api_version: /ApiVersion = '([^']+)'/.exec(version("esm/apiVersion.js"))?.[1],
      openapi_version: version("OPENAPI_VERSION"),
    },
    events,
    errorCodes: errorCodes(lastError, checker),
    operations: described,
    $defs: defs,
  };
  return asLines(contract);
}

/** One line per operation and definition, so that a diff points at the call it concerns. */
function asLines(contract: Record<string, unknown>): string {
  const nested = new Set(["operations", "$defs"]);
  const lines = Object.entries(contract).map(([name, value]) => {
    if (!nested.has(name)) return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const inner = Object.entries(value as Record<string, unknown>).map(
      ([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`,
    );
    return `${JSON.stringify(name)}: {\n${inner.join(",\n")}\n}`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}

function errorCodes(lastError: ts.Type, checker: ts.TypeChecker): string[] {
  const code = checker.getTypeOfSymbol(lastError.getProperty("code")!);
  const types = code.isUnion() ? code.types : [];
  return types.flatMap((type) => (type.isStringLiteral() ? [type.value] : [])).sort();
}

function apiErrorSchema(lastError: ts.Type, answers: SchemaOfType, checker: ts.TypeChecker): Schema {
  const properties: Record<string, Schema> = {};
  for (const property of lastError.getProperties())
    properties[property.name] = answers.convert(checker.getTypeOfSymbol(property));
  // Every code is listed once, under errorCodes.
  properties.code = { type: "string" };
  properties.source = true;
  return { type: "object", required: ["type"], properties };
}

/** `Promise<Response<T>>` gives T; `ApiListPromise<T>` gives a list of T; unions are kept. */
function answerSchema(signature: ts.Signature, answers: SchemaOfType, checker: ts.TypeChecker): Schema {
  const returned = checker.getReturnTypeOfSignature(signature) as ts.TypeReference;
  const [inner] = checker.getTypeArguments(returned).length
    ? checker.getTypeArguments(returned)
    : (returned.aliasTypeArguments ?? []);
  if (!inner) throw new Error(`no answer type in ${checker.typeToString(returned)}`);
  if (returned.symbol.name === "ApiListPromise") {
    return { allOf: [{ $ref: "#/$defs/list" }, { properties: { data: { items: refOf(inner, answers) } } }] };
  }
  const body = inner.aliasTypeArguments?.[0] ?? withoutLastResponse(inner);
  return refOf(body, answers);
}

function withoutLastResponse(type: ts.Type): ts.Type {
  return type.isIntersection() ? type.types[0]! : type;
}

function refOf(type: ts.Type, answers: SchemaOfType): Schema {
  if (type.isUnion() && type.types.every((one) => withoutLastResponse(one).getProperty("pending_webhooks")))
    return { $ref: "#/$defs/event" };
  if (type.isUnion()) return { anyOf: type.types.map((one) => refOf(withoutLastResponse(one), answers)) };
  return answers.convert(type);
}

/** Maps event names to definitions, for objects that have a definition here. */
function eventTypes(checker: ts.TypeChecker, program: ts.Program): Record<string, string> {
  const found: Record<string, string> = {};
  const names = new Map<string, string>(objects.map(([name, , definition]) => [name, definition]));
  program.getSourceFile(declarationOf("Events"))!.forEachChild((node) => {
    if (!ts.isInterfaceDeclaration(node) || !node.name.text.endsWith("Event")) return;
    const type = checker.getTypeAtLocation(node);
    const kind = type.getProperty("type") && checker.getTypeOfSymbol(type.getProperty("type")!);
    const data = type.getProperty("data") && checker.getTypeOfSymbol(type.getProperty("data")!);
    const object = data?.getProperty("object") && checker.getTypeOfSymbol(data.getProperty("object")!);
    const definition = object && names.get(object.symbol?.name ?? "");
    const file = object?.symbol?.declarations?.[0]?.getSourceFile().fileName ?? "";
    const own = objects.some(([, path, name]) => name === definition && file.endsWith(`/esm/resources/${path}.d.ts`));
    if (kind?.isStringLiteral() && definition && own) found[kind.value] = definition;
  });
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function eventSchema(events: Record<string, string>): Schema {
  return {
    type: "object",
    required: ["id", "object", "api_version", "created", "data", "livemode", "pending_webhooks", "request", "type"],
    properties: {
      id: { type: "string", pattern: "^evt_" },
      object: { const: "event" },
      account: { type: "string" },
      api_version: { type: ["string", "null"] },
      context: { type: "string" },
      created: { type: "integer" },
      livemode: { type: "boolean" },
      pending_webhooks: { type: "integer" },
      data: {
        type: "object",
        required: ["object"],
        properties: { object: { type: "object", required: ["object"] }, previous_attributes: { type: "object" } },
      },
      request: {
        type: ["object", "null"],
        required: ["id", "idempotency_key"],
        properties: { id: { type: ["string", "null"] }, idempotency_key: { type: ["string", "null"] } },
      },
      type: { type: "string" },
    },
    allOf: [...new Set(Object.values(events))].sort().map((definition) => ({
      if: { properties: { type: { enum: Object.keys(events).filter((name) => events[name] === definition) } } },
      // biome-ignore lint/suspicious/noThenProperty: `then` is the word of JSON Schema
      then: { properties: { data: { properties: { object: { $ref: `#/$defs/${definition}` } } } } },
    })),
  };
}

/** HTTP method and path, read from the compiled class next to the declaration. */
function routeOf(file: string, className: string, methodName: string): { method: string; path: string } {
  const source = ts.createSourceFile(
    "resource.js",
    readFileSync(declarationOf(file).replace(".d.ts", ".js"), "utf8"),
    ts.ScriptTarget.ES2022,
    true,
  );
  let route: { method: string; path: string } | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText().endsWith("_makeRequest") && !route) {
      const [verb, path] = node.arguments;
      if (verb && path)
        route = {
          method: verb.getText().slice(1, -1),
          path: path
            .getText()
            .slice(1, -1)
            .replace(/\$\{encodeURIComponent\(\w+\)\}/g, "{id}"),
        };
    }
    node.forEachChild(visit);
  };
  source.forEachChild((node) => {
    if (!ts.isClassDeclaration(node) || node.name?.text !== className) return;
    const member = node.members.find((one) => ts.isMethodDeclaration(one) && one.name.getText() === methodName);
    if (member) visit(member);
  });
  if (!route) throw new Error(`no route for ${className}.${methodName}`);
  return route;
}

if (import.meta.url === `file://${process.argv[1]}`) writeFileSync(contractPath, generateStripeContract());
