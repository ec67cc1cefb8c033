interface Named {
  firstName: string;
  lastName: string;
}

/** 'Ada Lovelace'. Trims when a part is empty. */
export const fullName = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim();

/** 'AL' for an avatar. Uses whole characters, so names in any script stay intact. */
export const initials = ({ firstName, lastName }: Named) =>
  [firstName, lastName].map((part) => [...part.trim()][0]?.toUpperCase() ?? "").join("");
