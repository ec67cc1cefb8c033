/** The first tab stop: skips the menus and focuses the page (`<main id="main" tabIndex={-1}>`). */
export function SkipLink() {
  return (
    <a className="skip-link button button-solid" href="#main">
      Skip to content
    </a>
  );
}
