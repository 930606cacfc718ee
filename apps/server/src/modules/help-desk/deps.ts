import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import type { CodeSeal } from '../access-codes/index.ts';
import type { Devices } from '../devices/index.ts';

export interface HelpDeskDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly devices: Devices;
  readonly seal: CodeSeal;
}
