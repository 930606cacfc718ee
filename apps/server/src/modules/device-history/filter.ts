import type { exportDeviceHistory, QueryOf } from '@munjigi/contract';

export type HistoryFilter = Omit<QueryOf<typeof exportDeviceHistory>, 'format' | 'lng'>;
