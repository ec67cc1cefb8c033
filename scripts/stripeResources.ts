import type { Plugin } from "vite";
import { stripeResources } from "../app/integrations/stripe/resources";

const used: readonly string[] = stripeResources;

/**
 * Removes the resources of Stripe's SDK that nothing asks for: they are two thirds of its text (rules.md speed/start).
 */
export const onlyUsedStripeResources = (): Plugin => ({
  name: "only-used-stripe-resources",
  apply: "build",
  transform(code, id, { ssr } = {}) {
    if (!ssr || !id.includes("/node_modules/stripe/esm/")) return;
    if (id.includes("/esm/resources")) return { code, map: null, moduleSideEffects: false };
    if (!id.endsWith("/stripe.core.js")) return;
    const found: string[] = [];
    const core = code
      .replace("import * as resources from './resources.js';", "const resources = {};")
      .replace(/^ +this\.(\w+) = new \w+\(this\);\n/gm, (line, name: string) => {
        found.push(name);
        return used.includes(name) ? line : "";
      });
    const missing = used.filter((name) => !found.includes(name));
    if (missing.length || !core.includes("const resources = {};"))
      this.error(`Stripe's SDK has another layout: ${missing.join(", ")}`);
    return { code: core, map: null };
  },
});
