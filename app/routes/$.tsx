/** Every path that no page has: the 404 page with its status, signed in or not (decision R17). */
export const loader = () => {
  throw new Response(null, { status: 404 });
};
export const action = loader;

export default function Missing() {
  return null;
}
