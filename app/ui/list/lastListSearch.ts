/** The last query string of each list by path, for links back to it. Per tab; stays empty on the server. */
export const lastListSearch = new Map<string, string>();
