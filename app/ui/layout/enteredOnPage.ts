type Router = typeof window.__remixRouter;

const isRefused = (answer: unknown) => {
  const { result, failure } = (answer ?? {}) as { result?: { error?: unknown }; failure?: unknown };
  return Boolean(result?.error ?? failure);
};

/**
 * Remembers what a person enters in forms. Returns a function that tells whether a form on the page has input that no
 * post has saved. Answers true once until something else is entered, so that a second try is a person's decision.
 */
export function enteredOnPage(router: Router): () => boolean {
  const controls = new Set<Element>();
  let posted = false;
  document.addEventListener("input", ({ target, isTrusted }) => {
    if (isTrusted && target instanceof Element && isPosted(target)) controls.add(target);
  });
  router.subscribe(({ navigation, actionData }) => {
    if (navigation.formMethod && navigation.formMethod !== "GET") posted = true;
    if (navigation.state !== "idle" || !posted) return;
    posted = false;
    if (!Object.values(actionData ?? {}).some(isRefused)) controls.clear();
  });
  return () => {
    const entered = [...controls].some((control) => control.isConnected && !isEmpty(control));
    controls.clear();
    return entered;
  };
}

/** A control may name a form that it does not stand in. */
function isPosted(control: Element) {
  const form = control instanceof HTMLElement && "form" in control ? (control.form as Element | null) : null;
  return (form ?? control.closest("form"))?.getAttribute("method")?.toLowerCase() === "post";
}

const isEmpty = (control: Element) => ("value" in control ? control.value : control.textContent) === "";
