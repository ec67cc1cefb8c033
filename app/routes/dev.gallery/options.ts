/** Choices of the fields that are shown. */
export const frequencies = ["Day", "Week", "Month"].map((label) => ({ value: label.toUpperCase(), label }));
