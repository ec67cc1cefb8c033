import type { WorkerOptions } from "miniflare";
import type { RunSettings } from "../local/runSettings";
import type { LocalPart } from "../local/workerOptions";
import type { Figure } from "./figure";
import type { Size, Stack } from "./startStack";

/** A part that is measured on the stack of all portals and baselines. */
export interface StackPart {
  ids: string[];
  sizes: Size[];
  /** Workers that run beside the portals; `production` are the parts as they are deployed. */
  workers?(production: LocalPart[]): WorkerOptions[] | Promise<WorkerOptions[]>;
  measure(stack: Stack): Promise<Figure[]>;
}

/** A part that brings its own processes, or none. */
export interface LonePart {
  ids: string[];
  measure(settings: RunSettings): Promise<Figure[]>;
}
