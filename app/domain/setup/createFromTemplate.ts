import { authorize } from "../access";
import { PackageInput } from "../catalogue/packageInput";
import { savePackage } from "../catalogue/savePackage";
import { saveService } from "../catalogue/saveService";
import { ServiceInput } from "../catalogue/serviceInput";
import type { Context } from "../context";
import { type ServiceTemplateName, serviceTemplates } from "./serviceTemplates";

/** Creates a hidden service from a template, with its packages. Returns its id. */
export async function createFromTemplate(ctx: Context, name: ServiceTemplateName): Promise<string> {
  authorize(ctx, "services.manage");
  const { service, packages } = serviceTemplates[name];
  const { id } = await saveService(ctx, ServiceInput.parse(service));
  for (const one of packages) await savePackage(ctx, PackageInput.parse({ ...one, serviceId: id }));
  return id;
}
