/** Catches every unknown path with the 404 page, signed in or not (rules.md pages/not-found). */
export const loader = () => {
  throw new Response(null, { status: 404 });
};
export const action = loader;

export default function Missing() {
  return null;
}
