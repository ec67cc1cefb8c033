import type { z } from "zod";
import type { ServiceFormInput } from "~/domain/catalogue/serviceInput";

export type ServiceFormShape = z.input<typeof ServiceFormInput>;
