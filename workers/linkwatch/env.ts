import type { SiteChecks } from "~/domain/linkWatch/takeDueChecks";
import type { SystemEnv } from "~/integrations/systemContext.server";
import type { SiteVisitor } from "./SiteVisitor";

export interface LinkWatchEnv extends SystemEnv {
  VISITORS: DurableObjectNamespace<SiteVisitor>;
  LINKCHECKS: Queue<SiteChecks>;
}
