import { readFileSync } from "node:fs";

type HeaderRules = Record<string, { set: Record<string, string> }>;

/** Parses a Pages `_headers` file: a path at the margin, its headers indented below. */
function headerRules(text: string): HeaderRules {
  const rules: HeaderRules = {};
  let current: Record<string, string> | undefined;
  for (const line of text.split("\n")) {
    if (!line.trim() || line.trim().startsWith("#")) continue;
    if (/^\S/.test(line)) {
      current = {};
      rules[line.trim()] = { set: current };
      continue;
    }
    const colon = line.indexOf(":");
    if (!current || colon < 0) throw new Error(`_headers: cannot read "${line.trim()}"`);
    current[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return rules;
}

/** Serves static files as production does, following the project's `_routes.json` and `_headers`. */
export function assetOptions(directory: string) {
  const routes = JSON.parse(readFileSync(`${directory}/_routes.json`, "utf8")) as {
    include: string[];
    exclude: string[];
  };
  return {
    directory,
    binding: "ASSETS",
    routerConfig: {
      has_user_worker: true,
      static_routing: { user_worker: routes.include, asset_worker: routes.exclude },
    },
    assetConfig: {
      html_handling: "none" as const,
      not_found_handling: "none" as const,
      headers: { version: 2 as const, rules: headerRules(readFileSync(`${directory}/_headers`, "utf8")) },
    },
  };
}
