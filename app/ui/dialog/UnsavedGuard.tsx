import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "../form/Button";
import { discardInput, losesInput, watchForms } from "../form/unsavedForms";

/**
 * Asks before a page or dialog with unsaved input is left (rules.md forms/unsaved). A router has one blocker, so the
 * root renders it.
 */
export function UnsavedGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => losesInput(currentLocation, nextLocation));
  useEffect(watchForms, []);
  if (blocker.state !== "blocked") return null;
  return (
    <LeaveDialog
      onKeep={blocker.reset}
      onDiscard={() => {
        discardInput();
        blocker.proceed();
      }}
    />
  );
}

function LeaveDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // Closing returns the focus to where it was.
    <dialog
      ref={dialog}
      className="route-dialog"
      role="alertdialog"
      aria-labelledby="leave-title"
      aria-describedby="leave-text"
      onClose={onKeep}
    >
      <h2 id="leave-title">Discard unsaved changes?</h2>
      <p id="leave-text">What you typed here is not saved. If you leave now, it is lost.</p>
      <div className="form-actions">
        <Button onClick={() => dialog.current?.close()}>Keep editing</Button>
        <Button variant="danger" onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
    </dialog>
  );
}
