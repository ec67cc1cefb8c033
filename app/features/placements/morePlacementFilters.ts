/** The filters behind 'More filters'. */
export const morePlacementFilters = ["serviceId", "assignedToId", "health", "from"];
