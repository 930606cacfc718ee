import { afterEach, describe, expect, it, vi } from 'vitest';
import { OddMemberLog } from './odd-member-log.ts';
import type { OddCount } from './odd-members.sql.ts';

const STORE = { productId: 'p', storeId: 's', mqttPrefix: 'm' };
const SOURCE = { store: STORE, linkId: 'link', driver: 'zigbee2mqtt' };
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds));

afterEach(() => void vi.restoreAllMocks());

function startLog() {
  const saved: OddCount[] = [];
  const oddMember = vi.fn<() => void>();
  const log = new OddMemberLog({
    counters: { oddMember, refused: vi.fn<() => void>() },
    save: async (_link, counts) => void saved.push(...counts),
  });
  const clock = vi.spyOn(performance, 'now');
  /** Records the same odd member at this second. */
  const record = (seconds: number, member = 'battery') => {
    clock.mockReturnValue(seconds * 1000);
    log.record(SOURCE, [{ member, text: String(seconds), reason: 'unknown_state' }], at(seconds));
  };
  const tick = async (seconds: number) => {
    clock.mockReturnValue(seconds * 1000);
    log.writeDue();
    await vi.waitFor(() => expect(saved.length).toBeGreaterThan(0));
  };
  return { log, saved, oddMember, record, tick };
}

describe('OddMemberLog', () => {
  it('writes the first odd member at once, and the sum of the following ones a minute later', async () => {
    const { log, saved, oddMember, record, tick } = startLog();
    for (let second = 0; second < 59; second += 1) record(second);
    await tick(59);
    expect(saved).toEqual([{ member: 'battery', text: '0', count: 1, firstAt: at(0), lastAt: at(0) }]);
    await tick(60);
    await vi.waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]).toEqual({ member: 'battery', text: '58', count: 58, firstAt: at(1), lastAt: at(58) });
    expect(oddMember).toHaveBeenCalledTimes(59);
    await log.idle();
    expect(saved).toHaveLength(2);
  });

  it('writes what is left when the process ends', async () => {
    const { log, saved, record } = startLog();
    for (const second of [1, 2, 3]) record(second);
    await log.idle();
    expect(saved.map(({ count }) => count)).toEqual([1, 2]);
  });

  it('keeps at most 20 members of a device and counts the others', async () => {
    const { log, saved, oddMember, record } = startLog();
    for (let index = 0; index < 30; index += 1) record(1, `users.${index}.status`);
    await log.idle();
    expect(saved).toHaveLength(20);
    expect(oddMember).toHaveBeenCalledTimes(30);
  });
});
