import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import type { EventReader } from '../../events/index.ts';
import type { Devices } from '../devices/index.ts';
import type { CodeSeal } from './seal.ts';

export interface AccessDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventReader;
  readonly devices: Devices;
  readonly seal: CodeSeal;
}
