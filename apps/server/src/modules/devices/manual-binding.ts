import type { ManualBinding } from '@munjigi/contract';
import type { Database } from '../../db/index.ts';
import { invalidInput, notFound } from '../../http/index.ts';
import { listStoreKeys } from '../stores/index.ts';
import {
  composeManualBinding,
  bindDriver,
  ownsTopic,
  strangeTopic,
  type BoundKind,
  type ManualBound,
} from './drivers/index.ts';

interface ManualSetup {
  readonly storeId: string;
  readonly kind: BoundKind;
  readonly binding: ManualBinding;
  /** The path of the binding in the request, for field errors. */
  readonly path: string;
}

/**
 * Binds a device that a person entered. Throws INVALID_INPUT unless every topic belongs to its store: below the prefix
 * of the store, and not below a longer prefix of another store (decision 009). Reads the prefixes of all stores, so it
 * runs outside the transaction of the person.
 */
export async function bindManually(db: Database, { storeId, kind, binding, path }: ManualSetup): Promise<ManualBound> {
  const bound = composeManualBinding(kind, binding);
  if (!bound)
    throw invalidInput([
      { path: `${path}.driver`, code: 'not_supported', message: 'The driver has no such kind of device' },
    ]);
  const stores = await listStoreKeys(db);
  const store = stores.find((store) => store.storeId === storeId);
  if (!store) throw notFound();
  const prefixes = stores.map((store) => store.mqttPrefix);
  const strange = strangeTopic(bindDriver(bound.driver, bound.settings), (topic) =>
    ownsTopic(store.mqttPrefix, prefixes, topic),
  );
  if (strange === null) return bound;
  const field = { shelly: 'topicPrefix', tasmota: 'fullTopic', zigbee2mqtt: 'baseTopic' }[binding.driver];
  throw invalidInput([
    {
      path: `${path}.${field}`,
      code: 'foreign_topic',
      message: `The topics of the store's devices are below ${store.mqttPrefix}/`,
    },
  ]);
}
