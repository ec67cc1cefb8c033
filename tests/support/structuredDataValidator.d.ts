declare module "@adobe/structured-data-validator" {
  export default class Validator {
    validate(extracted: {
      jsonld: Record<string, unknown[]>;
    }): Promise<{ issueMessage: string; severity: "ERROR" | "WARNING" }[]>;
  }
}
