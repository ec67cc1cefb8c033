import type { FormMetadata } from "@conform-to/react";
import { Icon } from "../icon/Icon";
import { Button } from "./Button";
import { softDisabledProps } from "./softDisabledProps";
import { useHydrated } from "./useHydrated";

type AddRowProps = {
  // Requires only the used members, so that any form's metadata fits.
  form: { insert: FormMetadata<Record<string, unknown>>["insert"] };
  /** Name of the list in the form. */
  list: string;
  /** Values of the new row. */
  row: Record<string, unknown>;
  label: string;
  /** Why no more rows can be added. */
  full?: string | false;
  /** The announcement returned by useRows. */
  said: string;
};

/** Appends a row to a list in a form: on the server without script, in the browser with it. */
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
          icon={<Icon name="plus" />}
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
