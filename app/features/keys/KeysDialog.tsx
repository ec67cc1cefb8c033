import { type MouseEvent, useEffect, useRef } from "react";
import { isOutside } from "~/ui/dialog/isOutside";
import { IconButton } from "~/ui/form/IconButton";
import { Icon } from "~/ui/icon/Icon";

const keys: readonly (readonly [key: string, does: string])[] = [
  ["j, k", "Go to the next or previous row"],
  ["Enter", "Open the row"],
  ["x", "Select the row"],
  ["Shift+X", "Select all rows on this page"],
  ["a", "Assign the order, or the selected ones, to you"],
  ["s", "Choose a status; the steps are next"],
  ["z", "Snooze the order"],
  ["d", "Change the due date"],
  ["e", "Deliver the order"],
  ["r", "Reply to the client"],
  ["c", "Close the conversation as resolved"],
  ["n, p", "Go to the next or previous order or conversation, or page of the list"],
  ["Ctrl+Enter", "Save or send the form you are in"],
  ["Ctrl+Shift+Enter", "Deliver and go to the next order"],
  ["Esc", "Leave the field or the dialog"],
  ["g then o", "Go to Orders"],
  ["g then c", "Go to Clients"],
  ["g then s", "Go to Services"],
  ["g then w", "Go to My work"],
  ["g then i", "Go to Inbox"],
  ["/", "Filter the list"],
  ["Ctrl+K", "Search"],
  ["?", "Show these keys"],
];

/** Lists the keys. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const closeOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (isOutside(event)) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it natively; the click is on the backdrop.
    <dialog ref={dialog} className="route-dialog" aria-labelledby="keys-title" onClose={onClose} onClick={closeOutside}>
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <dl className="facts">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">You can turn them off on your profile.</p>
      {/* Last in the DOM, first in the corner. */}
      <IconButton className="route-dialog-close" label="Close" icon={<Icon name="x" size={18} />} onClick={onClose} />
    </dialog>
  );
}
