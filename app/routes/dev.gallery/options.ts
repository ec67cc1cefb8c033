export const frequencies = ["Day", "Week", "Month"].map((label) => ({ value: label.toUpperCase(), label }));
