import type { WorkerOptions } from "miniflare";
import type { RunSettings } from "../local/runSettings";
import type { LocalPart } from "../local/workerOptions";
import type { Figure } from "./figure";
import type { Size, Stack } from "./startStack";

/** A part measured on the stack with all portals and baselines. */
export interface StackPart {
  ids: string[];
  sizes: Size[];
  /** Workers that run next to the portals; `production` are the parts as deployed. */
  workers?(production: LocalPart[]): WorkerOptions[] | Promise<WorkerOptions[]>;
  measure(stack: Stack): Promise<Figure[]>;
}

/** A part that starts its own processes, or none. */
export interface LonePart {
  ids: string[];
  measure(settings: RunSettings): Promise<Figure[]>;
}
