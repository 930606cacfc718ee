import type { exportDeviceHistory, QueryOf } from '@munjigi/contract';

export type CommandFilter = Omit<QueryOf<typeof exportDeviceHistory>, 'format' | 'lng'>;
