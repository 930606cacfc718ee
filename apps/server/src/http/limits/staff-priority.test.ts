import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createStaffPriority } from './staff-priority.ts';

const response = () => new EventEmitter() as unknown as ServerResponse;
const isSettled = async (promise: Promise<unknown>) => {
  let isDone = false;
  void promise.then(() => (isDone = true));
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
};

describe('the priority of staff (BK-2)', () => {
  it('lets a guest go on at once while no request of staff is under way', async () => {
    expect(await isSettled(createStaffPriority().waitForStaff())).toBe(true);
  });

  it('resumes guests in order when the last request of staff ends, also one that the client gave up', async () => {
    const priority = createStaffPriority();
    const [first, second] = [response(), response()];
    priority.countRequest(first);
    priority.countRequest(second);
    const resumed: number[] = [];
    const guests = [1, 2, 3].map((number) => priority.waitForStaff().then(() => resumed.push(number)));
    first.emit('close');
    expect(await isSettled(Promise.all(guests))).toBe(false);
    second.emit('close');
    await Promise.all(guests);
    expect(resumed).toEqual([1, 2, 3]);
  });

  it('lets a guest wait for a bounded time while a request of staff never ends', async () => {
    const priority = createStaffPriority();
    priority.countRequest(response());
    await priority.waitForStaff();
  });

  it('does not count a request whose client has disconnected', async () => {
    const priority = createStaffPriority();
    priority.countRequest(Object.assign(response(), { destroyed: true }));
    expect(await isSettled(priority.waitForStaff())).toBe(true);
  });

  it('stops resuming when staff send another request meanwhile', async () => {
    const priority = createStaffPriority();
    const [first, second] = [response(), response()];
    priority.countRequest(first);
    const guests = [priority.waitForStaff(), priority.waitForStaff()];
    void guests[0]?.then(() => priority.countRequest(second));
    first.emit('close');
    await guests[0];
    expect(await isSettled(guests[1] ?? Promise.resolve())).toBe(false);
    second.emit('close');
    await guests[1];
  });
});
