/** What a device may say at once. The largest honest message is the announcement of a device with many parts. */
export const MOST_PAYLOAD_BYTES = 64 * 1024;
