import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '../../../db/index.ts';
import type { DevicesOptions } from '../commands/deps.ts';
import { LEASE_MS, releaseLease, acquireLease, type LeaseOwner } from '../commands/lease.sql.ts';

/**
 * The lease of the process that listens to the devices of a broker, as this process knows it (decision 005). Every
 * process receives every message that it subscribes to; if all of them processed it, one report would be written
 * several times and in any order. So one process listens, and another one takes over when the lease expires.
 */
export class Lease {
  private readonly db: DevicesOptions['db'];
  private readonly owner: LeaseOwner;
  private heldUntil = 0;
  private acquiredAt = 0;

  constructor({ db, mqtt }: Pick<DevicesOptions, 'db' | 'mqtt'>) {
    this.db = db;
    this.owner = { brokerName: mqtt.brokerName, holder: uuidv7() };
  }

  /** Changes whenever this process starts or stops listening; 0 while it does not listen. */
  get period(): number {
    return this.acquiredAt;
  }

  /** Whether this process listens. It does so until `end`, also while an expired lease has not been renewed yet. */
  isTaken(): boolean {
    return this.heldUntil > 0;
  }

  /** Whether this process listens, and the lease ran out. */
  isExpired(): boolean {
    return this.isTaken() && !this.isValid();
  }

  isValid(): boolean {
    return this.heldUntil >= Date.now();
  }

  /** Acquires or renews the lease. Resolves with `false` if another process holds it. */
  async take(): Promise<boolean> {
    const from = Date.now();
    const isHeld = await this.db.withActor(SYSTEM, (tx) => acquireLease(tx, this.owner));
    if (!isHeld) return false;
    if (!this.isTaken()) this.acquiredAt = from;
    this.heldUntil = from + LEASE_MS;
    return true;
  }

  /** This process stops listening. Other processes see that after `release`, or when the lease expires. */
  end(): void {
    this.heldUntil = 0;
    this.acquiredAt = 0;
  }

  async release(): Promise<void> {
    await this.db.withActor(SYSTEM, (tx) => releaseLease(tx, this.owner));
  }
}
