import type { StripeError } from "@stripe/stripe-js";

/** Form fields, nested as the API names them. */
export type Fields = { [name: string]: string | boolean | undefined | null | Fields };

export interface ApiOutcome<T> {
  value?: T;
  error?: StripeError;
}

/** The sandbox's address: next to the script. */
export function sandboxBase(script: HTMLScriptElement | null): string {
  return script?.src ? new URL(".", script.src).href.replace(/\/$/, "") : `${location.origin}/__stripe`;
}

/** Calls the API with the publishable key. A refused request and a broken connection both return an error value. */
export async function callApi<T>(
  base: string,
  key: string,
  method: "GET" | "POST",
  path: string,
  fields: Fields,
): Promise<ApiOutcome<T>> {
  const form = new URLSearchParams();
  append(form, fields, "");
  const query = method === "GET" ? `?${form}` : "";
  try {
    const response = await fetch(`${base}/v1/${path}${query}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json",
        ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      },
      ...(method === "POST" ? { body: form.toString() } : {}),
      credentials: "omit",
    });
    const body = (await response.json()) as T & { error?: StripeError };
    return body.error ? { error: body.error } : { value: body };
  } catch {
    return {
      error: {
        type: "api_connection_error",
        message:
          "We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again. If the problem persists please contact us.",
      },
    };
  }
}

function append(form: URLSearchParams, fields: Fields, prefix: string): void {
  for (const [name, value] of Object.entries(fields)) {
    const key = prefix ? `${prefix}[${name}]` : name;
    if (value === undefined || value === null) continue;
    if (typeof value === "object") append(form, value, key);
    else form.append(key, String(value));
  }
}
