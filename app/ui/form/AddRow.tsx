import type { FormMetadata } from "@conform-to/react";
import { Plus } from "lucide-react";
import { Button } from "./Button";
import { softDisabledProps } from "./softDisabledProps";
import { useHydrated } from "./useHydrated";

type AddRowProps = {
  // Only what is used is asked for: any form fits, whatever its schema.
  form: { insert: FormMetadata<Record<string, unknown>>["insert"] };
  /** Name of the list in the form. */
  list: string;
  /** What the new row holds. */
  row: Record<string, unknown>;
  label: string;
  /** Why there is no room for another. */
  full?: string | false;
  /** What has become of the rows, read out: the answer of useRows. */
  said: string;
};

/** Adds a row at the end of a list in a form: by the server without script, at once with it. */
export function AddRow({ form, list, row, label, full, said }: AddRowProps) {
  const hydrated = useHydrated();
  return (
    <>
      <div className="row">
        <Button
          {...form.insert.getButtonProps({ name: list, defaultValue: row } as never)}
          {...softDisabledProps(Boolean(full), hydrated)}
          type="submit"
          data-add
          icon={<Plus className="icon" size={16} />}
        >
          {label}
        </Button>
        {full ? <span className="muted small">{full}</span> : null}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
