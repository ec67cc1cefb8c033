import { addStylesheet } from "./stylesheet";

/** Asks in a modal dialog how the bank answers. Escape and closing mean a failed authentication. */
export function askAuthentication(amountText: string | undefined): Promise<"complete" | "fail"> {
  addStylesheet();
  const before = document.activeElement;
  const dialog = document.createElement("dialog");
  dialog.className = "StripeAuthentication";
  dialog.setAttribute("aria-labelledby", "stripe-authentication-title");
  const title = document.createElement("h2");
  title.id = "stripe-authentication-title";
  title.textContent = "3-D Secure authentication";
  const text = document.createElement("p");
  text.textContent = amountText
    ? `Your bank asks you to confirm the payment of ${amountText}.`
    : "Your bank asks you to confirm that your card may be saved.";
  const note = document.createElement("p");
  note.textContent = "Sandbox: no real money moves.";
  dialog.replaceChildren(title, text, note);
  return new Promise((resolve) => {
    const answer = (outcome: "complete" | "fail") => {
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(outcome);
    };
    dialog.appendChild(button("Complete authentication", () => answer("complete")));
    dialog.appendChild(button("Fail authentication", () => answer("fail")));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      answer("fail");
    });
    document.body.appendChild(dialog);
    dialog.showModal();
  });
}

function button(label: string, press: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  element.addEventListener("click", press);
  return element;
}
