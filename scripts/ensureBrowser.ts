import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";

/** The headless build is preferred: the same engine with a third less processor time. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of a Chromium: CHROMIUM_PATH, the system's, Playwright's; undefined when there is none. */
function findBrowser(): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  if (CHROMIUM_PATH) {
    if (!isExecutable(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH is not a program: ${CHROMIUM_PATH}`);
    return CHROMIUM_PATH;
  }
  const installed = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return (
    installed.find(isExecutable) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)
  );
}

const works = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: "inherit" }).status === 0;

/**
 * Finds a Chromium or installs one: Debian's package where apt is available, else Playwright's. Throws when neither
 * works.
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  const mayUseApt = process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
  const installed =
    (mayUseApt &&
      works("apt-get", "update") &&
      ["chromium-headless-shell", "chromium"].some((name) =>
        works("apt-get", "install", "-y", "--no-install-recommends", name),
      )) ||
    works("npx", "playwright", "install", ...(mayUseApt ? ["--with-deps"] : []), "chromium");
  const path = installed ? findBrowser() : undefined;
  if (!path) throw new Error("No Chromium was found and none could be installed. Name one with CHROMIUM_PATH.");
  return path;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(ensureBrowser());
