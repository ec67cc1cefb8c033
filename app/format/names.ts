interface Named {
  firstName: string;
  lastName: string;
}

/** 'Ada Lovelace'; no stray space when a part is empty. */
export const fullName = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim();

/** 'AL' for an avatar without a photo: whole characters, so that names outside the Latin alphabet stay intact. */
export const initials = ({ firstName, lastName }: Named) =>
  [firstName, lastName].map((part) => [...part.trim()][0]?.toUpperCase() ?? "").join("");
