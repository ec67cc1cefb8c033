import type { ComponentPropsWithoutRef } from "react";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";

type TextAreaFieldProps = FieldBase & Omit<ComponentPropsWithoutRef<"textarea">, keyof FieldBase | "children">;

/** Several lines of text. Grows with its content where the browser supports it. */
export function TextAreaField(props: TextAreaFieldProps) {
  const [frame, control] = splitField(props);
  return <Field {...frame}>{(tied) => <textarea rows={3} {...control} {...tied} className="input" />}</Field>;
}
