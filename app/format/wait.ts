/** 'in 40 seconds', 'in 2 minutes', 'in 2 hours'; never shorter than the seconds given. */
export function formatWait(seconds: number) {
  if (!(seconds > 0)) return "in a minute";
  if (seconds <= 90) return seconds === 1 ? "in 1 second" : `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}
