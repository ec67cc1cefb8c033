import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

interface RouteEntry {
  parentId?: string;
  module: string;
  imports?: string[];
  css?: string[];
}
interface Manifest {
  entry: { module: string; imports: string[]; css?: string[] };
  routes: Record<string, RouteEntry>;
}

export interface PageWeight {
  /** Bytes after gzip -6, file by file, as sent. */
  scripts: number;
  files: string[];
  /** Bytes after brotli at its highest quality. */
  styles: number;
}

/** The route manifest that Remix's build writes for the browser. */
function readManifest(client: string): Manifest {
  const name = readdirSync(join(client, "assets")).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error(`${client} holds no manifest`);
  const text = readFileSync(join(client, "assets", name), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
}

/**
 * What a page loads before any interaction: the entry, its route, parent routes, and all their static imports. Null
 * when the build has no such route. `client` is the folder of the browser's build.
 */
export function pageWeight(client: string, routeId: string): PageWeight | null {
  const { entry, routes } = readManifest(client);
  if (!routes[routeId]) return null;
  const waiting = [entry.module, ...entry.imports];
  const styles = new Set(entry.css);
  for (let id: string | undefined = routeId; id; id = routes[id]?.parentId) {
    const route: RouteEntry = routes[id]!;
    waiting.push(route.module, ...(route.imports ?? []));
    for (const file of route.css ?? []) styles.add(file);
  }
  const scripts = new Map<string, Buffer>();
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (scripts.has(file)) continue;
    const code = readFileSync(join(client, file));
    scripts.set(file, code);
    // Static imports only. A later import is not part of the page.
    for (const [, name] of code.toString().matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      waiting.push(`/assets/${name}`);
  }
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    scripts: sum([...scripts.values()].map((code) => gzipSync(code).length)),
    files: [...scripts.keys()],
    styles: sum([...styles].map((file) => brotliCompressSync(readFileSync(join(client, file))).length)),
  };
}

export const holdsEditor = (client: string, files: string[]) =>
  files.some((file) => /milkdown|prosemirror/i.test(readFileSync(join(client, file), "utf8")));
