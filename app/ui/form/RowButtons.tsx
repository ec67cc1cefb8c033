import type { FormMetadata } from "@conform-to/react";
import { Icon } from "../icon/Icon";
import { IconButton } from "./IconButton";
import { softDisabledProps } from "./softDisabledProps";
import { useHydrated } from "./useHydrated";

// Requires only the used members, so that any form's metadata fits.
type Form = Pick<FormMetadata<Record<string, unknown>>, "reorder" | "remove">;

type RowButtonsProps = {
  form: { reorder: Form["reorder"]; remove: Form["remove"] };
  /** Name of the list in the form. */
  list: string;
  index: number;
  count: number;
  /** Names the row: "Move up Target URL". */
  label: string;
  movable?: boolean;
  /** False for rows that can only be moved. */
  removable?: boolean;
  /** The minimum number of rows. */
  least?: number;
  /** Why the last rows cannot be removed. */
  leastText?: string;
  /** The row changed by the last post without script. It gets the focus. */
  landing?: boolean;
};

/**
 * Moves and removes one row of a form. Submit buttons: without script the server does it and keeps all input, with
 * script it happens in the browser.
 */
export function RowButtons({
  form,
  list,
  index,
  count,
  label,
  movable,
  removable = true,
  least = 0,
  leastText,
  landing,
}: RowButtonsProps) {
  const hydrated = useHydrated();
  const move = (to: number) => form.reorder.getButtonProps({ name: list, from: index, to } as never);
  const stays = count <= least;
  return (
    <div className="row-buttons">
      {movable ? (
        <>
          <IconButton
            {...move(Math.max(0, index - 1))}
            {...softDisabledProps(index === 0, hydrated)}
            type="submit"
            icon={<Icon name="arrow-up" />}
            label={`Move up ${label}`}
          />
          <IconButton
            {...move(Math.min(count - 1, index + 1))}
            {...softDisabledProps(index === count - 1, hydrated)}
            type="submit"
            icon={<Icon name="arrow-down" />}
            label={`Move down ${label}`}
          />
        </>
      ) : null}
      {removable ? (
        <IconButton
          {...form.remove.getButtonProps({ name: list, index } as never)}
          {...softDisabledProps(stays, hydrated)}
          type="submit"
          data-remove
          autoFocus={landing}
          icon={<Icon name="trash" />}
          label={stays && leastText ? leastText : `Remove ${label}`}
        />
      ) : null}
    </div>
  );
}
