import type { exportDeviceHistory, QueryOf } from '@munjigi/contract';

export type DeviceHistoryFilter = Omit<QueryOf<typeof exportDeviceHistory>, 'format' | 'lng'>;
