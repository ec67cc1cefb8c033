/**
 * Keeps the keys of an input method from pickers and shortcuts: Enter and arrows choose a word there, and no client.
 * Safari sends the last one after the composition, with the code 229. The editor follows compositions itself.
 */
export const ignoreComposition = () =>
  window.addEventListener(
    "keydown",
    (event) => {
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (isField && (event.isComposing || (event.keyCode === 229 && event.key === "Enter"))) event.stopPropagation();
    },
    true,
  );
