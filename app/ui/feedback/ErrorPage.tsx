import type { ReactNode } from "react";

type ErrorPageProps = {
  /** "404 | Page not found" */
  title: string;
  text?: ReactNode;
  /** The one way on: a LinkButton. */
  action?: ReactNode;
};

/** A whole page that says what went wrong and how to go on. */
export function ErrorPage({ title, text, action }: ErrorPageProps) {
  return (
    <div className="error-page">
      <h1>{title}</h1>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  );
}
