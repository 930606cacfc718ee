// @sweep 1/12 (decision 086)
import { startVirtualZigbee, type VirtualZigbee } from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addRoomDevice,
  fakeClock,
  itemsOf,
  runRoomReviews,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type FakeClock,
  type RoomDevice,
  type TestServer,
} from '../../testing/index.ts';

type Body = Answer['body'];
const SLOT_MS = 30 * MINUTE_MS;

/** Overruns detected by the power meter of a room without an occupancy sensor (NX-4), with two server processes. */
describe('overruns by power meter', () => {
  let clock: FakeClock;
  let server: TestServer;
  let beside: TestServer;
  let desk: BookingDesk;
  let meter: Sensor;
  const twins: VirtualZigbee[] = [];
  beforeAll(async () => {
    clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  afterEach(async () => {
    for (const twin of twins.splice(0)) await twin.stop();
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  interface Sensor {
    readonly twin: VirtualZigbee;
    readonly device: RoomDevice;
  }
  async function sensor(kind: string, property: string, unit?: string): Promise<Sensor> {
    const name = `${property}-${twins.length}`;
    const twin = await startVirtualZigbee({
      url: server.mqttUrl,
      prefix: `${desk.shop.stores[0]?.mqttPrefix}/${name}`,
      name,
      hardware: 'button',
    });
    twins.push(twin);
    const device = await addRoomDevice(desk.shop, desk.admin, {
      kind,
      binding: {
        driver: 'zigbee2mqtt',
        baseTopic: twin.baseTopic,
        friendlyName: name,
        property,
        ...(unit && { unit }),
      },
    });
    await until('it is online', async () => (await device.read())['online'] === 'ONLINE');
    return { twin, device };
  }
  async function measure({ twin, device }: Sensor, value: number): Promise<void> {
    twin.report({ power: value });
    await until(`it has told ${value}`, async () => Number((await device.read())['state']?.['value']) === value);
  }
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await runRoomReviews(desk, clock, [server, beside]);
  }
  /**
   * Checks a guest into the first room, whose meter reads `watts`. The next guest starts half an hour after the end.
   */
  async function stay(watts: number, { threshold = 100, unit = 'W' } = {}): Promise<{ leaving: Body; next: Body }> {
    clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
    desk = await openBookingDesk(server);
    await desk.set({ overrun_watts: threshold });
    meter = await sensor('SENSOR', 'power', unit);
    const [leaving, next] = [
      await desk.createReservation(desk.time(0, 1)),
      await desk.createReservation(desk.time(1.5)),
    ];
    await desk.verb(leaving, 'check-in');
    await pass(59 * MINUTE_MS);
    await measure(meter, watts);
    return { leaving, next };
  }
  const overruns = async () => {
    const [from, to] = [clock.now().getTime() - 12 * 60 * MINUTE_MS, clock.now().getTime() + MINUTE_MS].map((at) =>
      new Date(at).toISOString(),
    );
    return itemsOf(
      (
        await desk.admin.call(
          'GET',
          `/${desk.shop.slug}/reservation/overrun?storeId=${desk.storeId}&from=${from}&to=${to}`,
        )
      ).body,
    );
  };
  const lasting = async () => (await overruns()).filter((it) => it['endedAt'] === null);
  const obstacles = async () =>
    itemsOf(
      (await desk.admin.call('GET', `/${desk.shop.slug}/reservation/readiness?storeId=${desk.storeId}`)).body,
    )[0]?.['obstacles']?.map((it) => String(it['kind']));

  it('records an overrun at the end of the stay and ends it when the power drops below the limit', async () => {
    const { leaving } = await stay(100);
    await pass(MINUTE_MS);
    expect(await overruns()).toMatchObject([
      {
        reservationId: leaving['id'],
        roomId: desk.roomIds[0],
        since: leaving['endsAt'],
        endedAt: null,
        seenBy: 'sensor',
        seenAs: 'POWER',
      },
    ]);
    expect(await obstacles()).toEqual(['UNPAID']);
    await measure(meter, 350);
    await pass(5 * MINUTE_MS);
    expect(await obstacles()).toEqual(['ROOM_DRAWS_POWER', 'UNPAID']);
    await measure(meter, 99);
    await pass(16_000);
    const ended = await overruns();
    expect([ended.length, ended[0]?.['endedAt']]).toEqual([1, clock.now().toISOString()]);
    expect(await obstacles()).toEqual(['UNPAID']);
    // Power that the room uses for the next guest does not reopen the overrun.
    await measure(meter, 500);
    await pass(MINUTE_MS);
    expect(await lasting()).toEqual([]);
  });

  it('converts kilowatts, and ignores stale meters and other units', async () => {
    await stay(0.5, { threshold: 400, unit: 'kW' });
    await pass(MINUTE_MS);
    expect(await lasting()).toHaveLength(1);
    await pass(15 * MINUTE_MS);
    expect(await lasting()).toEqual([]);
    await stay(500, { unit: 'VA' });
    await pass(MINUTE_MS);
    expect(await lasting()).toEqual([]);
  });

  it('records nothing below the limit, with the limit off, or when an occupancy sensor is clear', async () => {
    await stay(99);
    await pass(MINUTE_MS);
    expect(await overruns()).toEqual([]);
    await stay(500, { threshold: 0 });
    await pass(MINUTE_MS);
    expect(await overruns()).toEqual([]);
    await stay(500);
    const eye = await sensor('BINARY_SENSOR', 'occupancy');
    eye.twin.report({ occupancy: false });
    await until('it sees nobody', async () => (await eye.device.read())['state']?.['isActive'] === (false as unknown));
    await pass(MINUTE_MS);
    expect(await overruns()).toEqual([]);
  });

  it('ends the overrun when the next guest checks in or the meter goes offline', async () => {
    const { next } = await stay(200);
    await pass(MINUTE_MS);
    expect(await lasting()).toHaveLength(1);
    for (const watts of [210, 220]) {
      await pass(12 * MINUTE_MS);
      await measure(meter, watts);
    }
    expect(await lasting()).toHaveLength(1);
    await desk.verb(next, 'check-in');
    await pass(1000);
    expect(await lasting()).toEqual([]);
    await stay(200);
    await pass(MINUTE_MS);
    expect(await lasting()).toHaveLength(1);
    await meter.twin.offline(true);
    await until('it is lost', async () => (await lasting()).length === 0);
  });
});
