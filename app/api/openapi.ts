import { z } from "zod";
import { type Endpoint, isPublic } from "./endpoint";

/** Drops the safe-integer limits that zod adds to every integer. They tell API users nothing. */
const withoutSafeLimits = ({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

const schemaOf = (schema: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
    override: withoutSafeLimits,
  });
  return json as Record<string, unknown>;
};

/** Builds the OpenAPI 3.1 document from the rows' schemas. */
export function openapiDocument(rows: readonly Endpoint[], siteUrl: string) {
  const documentPaths: Record<string, Record<string, unknown>> = {};
  for (const row of rows) {
    const input = schemaOf(row.body ?? row.input, "input");
    const output = schemaOf(row.output, "output");
    const answered = String(
      output.contentMediaType ?? (output.format === "binary" ? "application/octet-stream" : "application/json"),
    );
    const properties = (input.properties ?? {}) as Record<string, unknown>;
    const required = (input.required ?? []) as string[];
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    const asQuery = row.method === "GET" || row.method === "DELETE";
    const sent = Object.entries(properties).filter(([name]) => !inPath.includes(name));
    const needed = required.filter((name) => !inPath.includes(name));
    const body = row.form
      ? schemaOf(row.form, "input")
      : { ...input, properties: Object.fromEntries(sent), required: needed };
    const error = {
      description: "Error",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
    const operation: Record<string, unknown> = {
      operationId: `${row.method.toLowerCase()}${row.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string) => (next ?? "").toUpperCase())}`,
      summary: row.summary,
      tags: [row.path.split("/")[1]],
      ...(row.ownToken ? { security: [{ monitor: [] }] } : isPublic(row) ? { security: [] } : {}),
      parameters: [
        ...inPath.map((name) => ({ name, in: "path", required: true, schema: properties[name] ?? { type: "string" } })),
        ...(asQuery
          ? sent.map(([name, schema]) => ({ name, in: "query", required: needed.includes(name), schema }))
          : []),
      ],
      ...(asQuery
        ? {}
        : {
            requestBody: {
              required: row.form !== undefined || needed.length > 0,
              content: { [row.form ? "multipart/form-data" : "application/json"]: { schema: body } },
            },
          }),
      responses: {
        "200": { description: "Done", content: { [answered]: { schema: output } } },
        "400": error,
        ...(row.ownToken ? { "401": error } : isPublic(row) ? {} : { "401": error, "403": error }),
        default: error,
      },
    };
    documentPaths[`/api${row.path}`] = { ...documentPaths[`/api${row.path}`], [row.method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Portal API",
      version: "1.0.0",
      description: "Amounts are dollars, times ISO 8601 UTC. Fields of a JSON body may come in the query instead.",
    },
    servers: [{ url: siteUrl }],
    security: [{ bearer: [] }],
    paths: documentPaths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        monitor: { type: "http", scheme: "bearer", description: "The token of the health page" },
      },
      schemas: {
        Error: {
          type: "object",
          required: ["message"],
          properties: {
            message: { type: "string" },
            fieldErrors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
          },
        },
      },
    },
  };
}
