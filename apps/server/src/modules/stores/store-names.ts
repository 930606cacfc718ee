import { Problem } from '../../http/index.ts';

/**
 * Names and MQTT prefixes are unique in the database (0056, 0001). Turns a violation into STORE_NAME_TAKEN or
 * STORE_CODE_TAKEN.
 */
export async function nameStaysOne<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
    if (constraint === 'stores_name') throw new Problem('STORE_NAME_TAKEN', { cause: error });
    if (constraint === 'stores_mqtt_prefix_key') throw new Problem('STORE_CODE_TAKEN', { cause: error });
    throw error;
  }
}
