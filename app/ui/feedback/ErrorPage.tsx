import type { ReactNode } from "react";

type ErrorPageProps = {
  /** "404 | Page not found" */
  title: string;
  text?: ReactNode;
  /** The next step, a LinkButton. */
  action?: ReactNode;
};

/** A full-page error with the next step. */
export function ErrorPage({ title, text, action }: ErrorPageProps) {
  return (
    <div className="error-page">
      <h1>{title}</h1>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  );
}
