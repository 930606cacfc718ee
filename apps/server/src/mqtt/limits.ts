/** The largest payload of a device. The largest legitimate message is the announcement of a device with many parts. */
export const MOST_PAYLOAD_BYTES = 64 * 1024;
