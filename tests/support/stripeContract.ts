import Ajv, { type ValidateFunction } from "ajv";
import contract from "../../workers/card-sandbox/contract/stripe-contract.json";
import { readUpload } from "../../workers/card-sandbox/files";
import { parseForm } from "../../workers/card-sandbox/form";

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
type Operation = { method: string; path: string; response: object; request?: object };

const operations = Object.entries(contract.operations as unknown as Record<string, Operation>).map(
  ([name, operation]) => ({
    name,
    ...operation,
    pattern: new RegExp(`^${operation.path.replace("{id}", "[^/]+")}$`),
  }),
);
const errorCodes = new Set(contract.errorCodes);
const definitions = contract.$defs as unknown as Record<string, { properties: Record<string, unknown> }>;

const answers = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true });
answers.addSchema({ $id: "contract", $defs: contract.$defs });
// Form fields are text, so numbers and booleans are coerced to the contract's types.
const requests = new Ajv({ strict: false, allErrors: true, coerceTypes: true, allowUnionTypes: true });
const compiled = new Map<string, ValidateFunction>();

function validator(ajv: Ajv, id: string, schema: object): ValidateFunction {
  const cached = compiled.get(id);
  if (cached) return cached;
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", "contract#/$defs/")) as object;
  const compiledSchema = ajv.compile(absolute);
  compiled.set(id, compiledSchema);
  return compiledSchema;
}

/** The contract violations of one request and its answer. */
export function contractViolations(call: {
  method: string;
  url: string;
  body: string;
  status: number;
  answer: unknown;
  fromBrowser: boolean;
}): string[] {
  const { pathname, search } = new URL(call.url);
  const path = pathname.replace(/^\/__stripe/, "");
  const operation = operations.find((operation) => operation.method === call.method && operation.pattern.test(path));
  if (!operation) return [`${call.method} ${path} is not in the contract`];
  const failed = call.status >= 400;
  const problems = failed ? errorViolations(call.answer) : answerViolations(operation, call.answer, call.fromBrowser);
  // A refused request may be invalid on purpose.
  if (failed && call.status !== 402) return problems.map((problem) => `${operation.name}: ${problem}`);
  const form = parseForm(call.method === "GET" ? search.slice(1) : call.body);
  const check = validator(requests, `request ${operation.name}`, operation.request ?? { additionalProperties: false });
  if (!check(form)) problems.push(...texts(check, "request"));
  return problems.map((problem) => `${operation.name}: ${problem}`);
}

/** The contract violations of a webhook event. */
export function eventViolations(event: unknown): string[] {
  const check = validator(answers, "event", { $ref: "#/$defs/event" });
  const problems = check(event) ? [] : texts(check, "event");
  const { type } = event as { type: string };
  if (!(type in contract.events)) problems.push(`event ${type} is not one of Stripe's`);
  return problems;
}

/** Wraps fetch and collects contract violations of every request and answer. */
export function recordingFetch(fetch: Fetch): { fetch: Fetch; violations: string[]; calls: string[] } {
  const violations: string[] = [];
  const calls: string[] = [];
  const recording: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const type = request.headers.get("content-type") ?? "";
    const body = type.startsWith("multipart/form-data")
      ? await readUpload(await request.clone().arrayBuffer(), type)
      : await request.clone().text();
    const response = await fetch(input, init);
    const answer: unknown = await response.clone().json();
    const fromBrowser = request.headers.get("authorization")?.includes("pk_") ?? false;
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    violations.push(
      ...contractViolations({
        method: request.method,
        url: request.url,
        body,
        status: response.status,
        answer,
        fromBrowser,
      }),
    );
    return response;
  };
  return { fetch: recording, violations, calls };
}

function answerViolations(operation: Operation & { name: string }, answer: unknown, fromBrowser: boolean): string[] {
  const problems: string[] = [];
  const check = validator(answers, `answer ${operation.name}`, operation.response);
  if (!check(answer)) {
    // The publishable key sees only part of an intent, so missing fields are allowed.
    problems.push(...texts(check, "answer", fromBrowser ? ["required"] : []));
  }
  problems.push(...inventedFields(answer));
  return problems;
}

/** Fields at any depth that the API does not declare. */
function inventedFields(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(inventedFields);
  if (typeof value !== "object" || value === null) return [];
  const { object } = value as { object?: string };
  const deleted = "deleted" in value;
  const declared = object ? definitions[deleted ? `deleted_${object}` : object]?.properties : undefined;
  const invented = declared ? Object.keys(value).filter((name) => !(name in declared)) : [];
  return [
    ...invented.map((name) => `answer invents ${object}.${name}`),
    ...Object.values(value).flatMap(inventedFields),
  ];
}

function errorViolations(answer: unknown): string[] {
  const check = validator(answers, "error", { $ref: "#/$defs/error" });
  const problems = check(answer) ? [] : texts(check, "error", ["required"]);
  const { error } = answer as { error?: { code?: string; type?: string } };
  if (!error?.type) problems.push("error has no type");
  if (error?.code && !errorCodes.has(error.code)) problems.push(`error code ${error.code} is not one of Stripe's`);
  return problems;
}

function texts(check: ValidateFunction, what: string, ignored: string[] = []): string[] {
  return (check.errors ?? [])
    .filter((error) => !ignored.includes(error.keyword))
    .map((error) => `${what}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
}
