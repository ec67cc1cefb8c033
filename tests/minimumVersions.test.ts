import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * The first versions without a known vulnerability by major line; a newer line is safe unless it is listed. Checked
 * in because `npm audit` is not reachable everywhere.
 */
const minimum: Record<string, string[]> = {
  "@remix-run/cloudflare": ["2.17.4"],
  "@remix-run/cloudflare-pages": ["2.17.4"],
  "@remix-run/dev": ["2.17.4"],
  "@remix-run/node": ["2.17.4"],
  "@remix-run/react": ["2.17.4"],
  "@remix-run/server-runtime": ["2.17.4"],
  "@remix-run/router": ["1.23.2"],
  "react-router": ["6.30.3"],
  "react-router-dom": ["6.30.3"],
  "body-parser": ["1.20.3"],
  "brace-expansion": ["1.1.12", "2.0.2"],
  braces: ["3.0.3"],
  cookie: ["0.7.0"],
  "cross-spawn": ["6.0.6", "7.0.5"],
  express: ["4.20.0"],
  jose: ["4.15.5"],
  "js-yaml": ["3.14.2", "4.1.1"],
  lodash: ["4.17.21"],
  marked: ["4.0.10"],
  nanoid: ["3.3.8", "5.0.9"],
  "path-to-regexp": ["0.1.12", "1.9.0", "3.3.0", "6.3.0", "8.0.0"],
  playwright: ["1.55.1"],
  postcss: ["8.4.31"],
  qs: ["6.14.1"],
  rollup: ["2.79.2", "3.29.5", "4.22.4"],
  "sanitize-html": ["2.12.1"],
  semver: ["5.7.2", "6.3.1", "7.5.2"],
  send: ["0.19.0"],
  "tar-fs": ["2.1.4", "3.1.1"],
  undici: ["5.29.0", "6.23.0", "7.18.2"],
  valibot: ["1.2.0"],
  wrangler: ["3.114.17", "4.59.1"],
  ws: ["5.2.4", "6.2.3", "7.5.10", "8.17.1"],
};

/** The vulnerability is in their development servers, so copies that only compile do not count. */
const minimumOfServing: Record<string, string> = { "node_modules/vite": "6.4.1", "node_modules/esbuild": "0.25.0" };

const numbers = (version: string) => version.split(/[.+-]/).slice(0, 3).map(Number) as [number, number, number];

/** True if `version` is `floor` or newer. */
function reaches(version: string, floor: string) {
  const [a, b] = [numbers(version), numbers(floor)];
  for (let n = 0; n < 3; n++) if (a[n] !== b[n]) return a[n]! > b[n]!;
  return true;
}

/** The floor of the version's major line, else the lowest one: an older line has no safe version. */
function floorOf(version: string, floors: string[]) {
  const [major] = numbers(version);
  const own = floors.find((floor) => numbers(floor)[0] === major);
  return own ?? (major > numbers(floors.at(-1)!)[0] ? "0.0.0" : floors.at(-1)!);
}

interface LockedPackage {
  resolved?: string;
  integrity?: string;
}
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, LockedPackage> };
const installed = Object.keys(lock.packages)
  .filter((path) => path !== "" && existsSync(`${path}/package.json`))
  .map((path) => ({
    path,
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    version: (JSON.parse(readFileSync(`${path}/package.json`, "utf8")) as { version: string }).version,
  }));

test("compares versions by number within a major line", () => {
  expect([reaches("1.10.0", "1.9.9"), reaches("1.9.9", "1.10.0"), reaches("2.0.0-rc.1", "2.0.0")]).toEqual([
    true,
    false,
    true,
  ]);
  expect(floorOf("6.1.0", ["5.2.4", "6.2.3", "8.17.1"])).toBe("6.2.3");
  expect(floorOf("7.0.0", ["5.2.4", "6.2.3", "8.17.1"])).toBe("8.17.1");
  expect(floorOf("9.0.0", ["5.2.4", "8.17.1"])).toBe("0.0.0");
});

test("no installed package has a version with a known vulnerability", () => {
  const old = installed.filter(
    ({ name, version }) => minimum[name] && !reaches(version, floorOf(version, minimum[name])),
  );
  expect(old).toEqual([]);
  const seen = new Set(installed.map(({ name }) => name));
  for (const name of ["@remix-run/react", "@remix-run/router", "react-router", "sanitize-html", "ws", "undici"])
    expect(seen).toContain(name);
});

test("no development server has a version with a known vulnerability", () => {
  for (const [path, floor] of Object.entries(minimumOfServing)) {
    const { version } = installed.find((one) => one.path === path)!;
    expect(`${path} ${version} >= ${floor}: ${reaches(version, floor)}`).toMatch(/true$/);
  }
});

test("every package of the lock comes from the npm registry with its hash", () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  expect(packages.length).toBeGreaterThan(500);
  const foreign = packages.filter(
    ([, { resolved = "https://registry.npmjs.org/", integrity }]) =>
      !resolved.startsWith("https://registry.npmjs.org/") || !integrity?.startsWith("sha512-"),
  );
  expect(foreign.map(([path]) => path)).toEqual([]);
});
