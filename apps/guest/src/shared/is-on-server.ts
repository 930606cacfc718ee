/** The server renders the first content (decision 130), without an address and a storage of a browser. */
export const isOnServer = typeof window === 'undefined';
