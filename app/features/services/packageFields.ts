import type { FormMetadata } from "@conform-to/react";
import type { z } from "zod";
import type { PackageFormInput } from "~/domain/catalogue/packageInput";

export type PackageShape = z.input<typeof PackageFormInput>;
export type PackageForm = FormMetadata<PackageShape>;
export type PackageFields = ReturnType<PackageForm["getFieldset"]>;
