/** How each list was last shown in this tab, its search by its path, for the way back to it. Filled in browsers alone. */
export const lastListSearch = new Map<string, string>();
