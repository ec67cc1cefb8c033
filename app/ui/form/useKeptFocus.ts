import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Restores the focus when a form remounts with a saved version: to the control that replaced the focused one. When
 * that control is gone for good (Dismiss, Mark all as read), its nearest remaining container gets the focus. The
 * frame uses this once for all pages.
 */
export function useKeptFocus() {
  const { pathname } = useLocation();
  const last = useRef<{ control: HTMLElement; around: HTMLElement[]; pathname: string }>();
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const control = target as HTMLElement;
      const around: HTMLElement[] = [];
      for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) around.push(box);
      last.current = { control, around, pathname: window.location.pathname };
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  // After each render, because a new version arrives with the frame's data.
  useEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const { control, around, pathname: noted } = last.current;
    if (control.isConnected || noted !== pathname) return;
    const next = sameControl(control);
    if (next) return next.focus({ preventScroll: true });
    const left = around.find((box) => box.isConnected);
    if (!left) return;
    left.tabIndex = -1;
    left.focus({ preventScroll: true });
  });
}

function sameControl(gone: HTMLElement): HTMLElement | null {
  if (gone.id) return document.getElementById(gone.id);
  const form = gone instanceof HTMLButtonElement && gone.type === "submit" ? gone.form : null;
  if (!form?.id) return null;
  const buttons = document.querySelectorAll<HTMLButtonElement>(`#${CSS.escape(form.id)} button[type=submit]`);
  const { name, value } = gone as HTMLButtonElement;
  return [...buttons].find((one) => one.name === name && one.value === value && one.checkVisibility()) ?? null;
}
