import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, storeActor, pipelineStatement, type Tx } from '../../db/index.ts';
import { makeKey } from '../api-keys.ts';
import { fillBooking } from './booking-contents.ts';
import { fillCouponUse, insertCouponOf } from './coupon-contents.ts';
import { fillApproval } from './approval-contents.ts';
import { fillAgeChecks } from './age-contents.ts';
import { fillCompanion } from './companion-contents.ts';
import { fillGuestProfiles } from './guest-profile-contents.ts';
import { fillHeldMove } from './held-move-contents.ts';
import { insertGuestToken } from '../guest-tokens.ts';
import { addDisabledMessageProvider, fillMessages } from './message-contents.ts';
import { fillDeposits, type DepositContents } from './deposit-contents.ts';
import { fillOnline, fillOwedRefund, fillPayments } from './payment-contents.ts';
import { fillMerchant, insertMerchants } from './merchant-contents.ts';
import { fillPasses, type PassContents } from './pass-contents.ts';
import { fillReceipt } from './receipt-contents.ts';
import { setProvider } from '../peers/payment-provider.ts';
import { fillOnCall } from './on-call-contents.ts';
import { insertReservation } from '../reservations.ts';
import { headOffice, type Shop, type TestServer } from '../server.ts';
import { fillSettlement, type SettlementContents } from './settlement-contents.ts';
import { fillWebhooks } from './webhook-contents.ts';

export interface StoreContents extends SettlementContents, DepositContents, PassContents {
  /** A request to refund a payment; neither the payment nor the requester exists. */
  readonly approvalId: string;
  readonly linkId: string;
  readonly doorId: string;
  readonly discoveredId: string;
  readonly deviceId: string;
  readonly discoveredDeviceId: string;
  readonly commandId: string;
  readonly modeId: string;
  /** A run of the mode in the first room. */
  readonly runId: string;
  /** A past emergency with the door. */
  readonly emergencyId: string;
  readonly alarmId: string;
  readonly notificationId: string;
  /** A cash payment of 10,000 won for the reservation, without refunds. */
  readonly paymentId: string;
  /** A refund of 1,000 won that a person still has to send for the reservation. */
  readonly refundId: string;
  readonly owedPaymentId: string;
  /** A payment of 10,000 won through a provider that never answers; begun, and not confirmed. */
  readonly begunPaymentId: string;
  /** A message of that provider without a payment. */
  readonly webhookId: string;
  readonly statementId: string;
  /** A sent message about a refund. */
  readonly messageId: string;
  /** A resolved incident that no person acknowledged. */
  readonly incidentId: string;
  /** An endpoint of the product's own webhooks, and one of its deliveries. */
  readonly endpointId: string;
  readonly deliveryId: string;
  /** Two archived rooms; the one with the photo consists of the other. */
  readonly wholeRoomId: string;
  readonly partRoomId: string;
  readonly accountId: string;
  readonly photoId: string;
  /** A past closure. */
  readonly closureId: string;
  /** A cancelled past reservation. */
  readonly reservationId: string;
  /** A price policy that applies at all times in the whole store. */
  readonly policyId: string;
  readonly addOnId: string;
  /** A coupon of this store alone. */
  readonly couponId: string;
  /** A waitlist entry for a past time. */
  readonly entryId: string;
  readonly feedId: string;
  /** A block of the store that holds. */
  readonly blockId: string;
  /** The secret of the calendar feed. */
  readonly secret: string;
  /** The API key of a channel with one reservation in the store. */
  readonly apiKeyId: string;
  /** A FRANCHISEE of the store. */
  readonly userId: string;
  readonly waitingUserId: string;
  readonly disabledUserId: string;
  /** A session of the FRANCHISEE. */
  readonly sessionId: string;
}

/**
 * Adds one row to each table of a store's data: a door whose device is offline, a lock to approve, a command, and rows
 * that no longer occupy a room.
 */
export async function fillStore(server: TestServer, shop: Shop, store: Shop['stores'][number]): Promise<StoreContents> {
  const [linkId, doorId, discoveredId, commandId, notificationId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const now = server.clock.now();
  const row = { product_id: shop.productId, store_id: store.id };
  const settings = JSON.stringify(lockSettings(`${store.mqttPrefix}/${doorId}`));
  const [{ id: apiKeyId }] = await Promise.all([
    makeKey(server, shop, [store]),
    setProvider(server, shop, {
      provider: 'TOSS',
      baseUrl: 'http://127.0.0.1:9',
      apiSecret: 'test_sk',
      webhookSecret: null,
    }),
    addDisabledMessageProvider(server, shop),
  ]);
  const couponId = await insertCouponOf(server, { productId: shop.productId, storeId: store.id, now });
  const merchantId = await insertMerchants(server, row);
  const statementId = await insertChannelStatement(server, shop.productId, { apiKeyId, now });
  return server.withActor(storeActor(shop.productId, store.id), async (tx) => {
    pipelineStatement(
      tx,
      tx.insertInto('device_links').values({
        ...row,
        id: linkId,
        driver: 'ha-mqtt',
        device_key: doorId,
        settings,
        target_kind: 'DOOR',
        target_id: doorId,
        online: 'OFFLINE',
        told_online: 'OFFLINE',
        battery: null,
        last_command_id: null,
      }),
    );
    pipelineStatement(
      tx,
      tx
        .insertInto('doors')
        .values({ ...row, id: doorId, room_id: null, name: 'Front', link_id: linkId, created_at: now }),
    );
    pipelineStatement(
      tx,
      tx
        .insertInto('device_odd_members')
        .values({ ...row, link_id: linkId, member: 'battery', text: '200', count: 1, first_at: now, last_at: now }),
    );
    pipelineStatement(
      tx,
      tx.insertInto('discovered_devices').values({
        ...row,
        id: discoveredId,
        driver: 'ha-mqtt',
        kind: 'LOCK',
        device_key: discoveredId,
        announced_at_topic: `${store.mqttPrefix}/homeassistant/lock/${discoveredId}/config`,
        name: 'Back',
        manufacturer: null,
        model: null,
        settings: JSON.stringify(lockSettings(`${store.mqttPrefix}/${discoveredId}`)),
        obstacle: null,
        first_seen_at: now,
      }),
    );
    pipelineStatement(
      tx,
      tx.insertInto('device_history').values({
        ...row,
        id: commandId,
        link_id: linkId,
        target_kind: 'DOOR',
        target_id: doorId,
        room_id: null,
        action: 'OPEN',
        status: 'QUEUED',
        cause_kind: 'AUTOMATION',
        cause_id: null,
        cause_label: 'test',
        source: 'SCHEDULE',
        reason: null,
        request_key: null,
        requested_at: now,
        state_when_sent: null,
        latency_ms: null,
        error_code: null,
        error_message: null,
      }),
    );
    pipelineStatement(
      tx,
      tx.updateTable('device_history').set({ status: 'EXECUTED', finished_at: now }).where('id', '=', commandId),
    );
    pipelineStatement(
      tx,
      tx
        .insertInto('device_history_steps')
        .values({ ...row, id: uuidv7(), command_id: commandId, at: now, step: 'QUEUED', note: null }),
    );
    const watched = fillDoor(tx, row, doorId, now);
    const inRoom = fillDevices(tx, row, { roomId: store.rooms[0]?.id ?? '', mqttPrefix: store.mqttPrefix, now });
    pipelineStatement(
      tx,
      tx.insertInto('notifications').values({
        ...row,
        id: notificationId,
        kind: 'PAID',
        reservation_id: null,
        amount: 10_000,
        text: 'Paid',
        created_at: now,
        confirmed_by: null,
      }),
    );
    const { keptId, ...calendar } = await fillCalendar(tx, row, store.rooms[0]?.id ?? '', now);
    pipelineStatement(
      tx,
      tx
        .insertInto('channel_reservations')
        .values({ ...row, id: keptId, key_id: apiKeyId, external_id: null, created_at: now }),
    );
    fillAccess(tx, row, { reservationId: keptId, doorId, linkId, now });
    const people = fillPeople(tx, row, now);
    fillCouponUse(tx, row, { couponId, reservationId: calendar.reservationId });
    const paymentId = fillPayments(tx, row, { reservationId: calendar.reservationId, now });
    const receiptStepId = fillReceipt(tx, row, { paymentId, reservationId: calendar.reservationId, now });
    const passes = fillPasses(tx, row, { reservationId: calendar.reservationId, now });
    const owed = fillOwedRefund(tx, row, { reservationId: calendar.reservationId, now });
    pipelineStatement(
      tx,
      tx
        .insertInto('channel_payments')
        .values({ ...row, id: owed.owedPaymentId, key_id: apiKeyId, reference: owed.owedPaymentId }),
    );
    const online = fillOnline(tx, row, { reservationId: keptId, now });
    fillMerchant(tx, row, { merchantId, paymentId, receiptStepId, webhookId: online.webhookId, now });
    fillAutomation(tx, row, { reservationId: keptId, roomId: store.rooms[0]?.id ?? '', deviceId: inRoom.deviceId });
    const messageId = fillMessages(tx, row, { reservationId: keptId, now });
    const incidentId = fillOnCall(tx, row, { doorId, userId: people.userId, now });
    const approvalId = fillApproval(tx, row, now);
    const settled = { ...(await fillSettlement(tx, row, now)), ...fillDeposits(tx, row, now) };
    return {
      approvalId,
      messageId,
      incidentId,
      ...settled,
      ...people,
      ...watched,
      ...inRoom,
      linkId,
      doorId,
      discoveredId,
      commandId,
      notificationId,
      ...passes,
      paymentId,
      ...owed,
      ...online,
      ...fillWebhooks(tx, row, now),
      apiKeyId,
      statementId,
      couponId,
      ...fillRooms(tx, row, now),
      ...calendar,
    };
  });
}

/** Inserts the statement of a channel for a month, as head office: it belongs to no store. */
async function insertChannelStatement(
  server: TestServer,
  productId: string,
  { apiKeyId, now }: { readonly apiKeyId: string; readonly now: Date },
): Promise<string> {
  const id = uuidv7();
  await server.withActor(headOffice(productId), (tx) =>
    tx
      .insertInto('channel_statements')
      .values({
        product_id: productId,
        id,
        key_id: apiKeyId,
        starts_on: '2020-02-01',
        ends_on: '2020-02-29',
        file_name: 'february.csv',
        imported_at: now,
        imported_by_name: 'test',
      })
      .execute(),
  );
  return id;
}

function fillPeople(tx: Tx, { product_id, store_id }: InStore, now: Date) {
  const [userId, waitingUserId, disabledUserId, sessionId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const person = (id: string) => ({
    id,
    product_id,
    email: `${id}@test.example`,
    name: 'Kim',
    password_hash: 'none',
    roles: ['SUB_ADMIN'],
    created_at: now,
  });
  pipelineStatement(tx, tx.insertInto('users').values({ ...person(userId), roles: ['FRANCHISEE'] }));
  pipelineStatement(
    tx,
    tx.insertInto('users').values({
      ...person(waitingUserId),
      roles: [],
      state: 'PENDING',
      phone: '010-1234-5678',
      requested_store: 'Store',
    }),
  );
  pipelineStatement(tx, tx.insertInto('users').values({ ...person(disabledUserId), state: 'DISABLED' }));
  pipelineStatement(tx, tx.insertInto('user_stores').values({ product_id, user_id: userId, store_id }));
  pipelineStatement(
    tx,
    tx
      .insertInto('second_factors')
      .values({ product_id, user_id: userId, secret: Buffer.from('sealed'), begun_at: now, confirmed_at: now }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('sessions').values({
      id: sessionId,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + 3600_000),
      end_reason: null,
      address: '192.0.2.1',
      user_agent: 'test',
    }),
  );
  return { userId, waitingUserId, disabledUserId, sessionId };
}

/** An expired code, and no spare codes. */
/** A resolved request of a guest for help with an answer, and the rating of the stay. */
function fillGuestHelp(
  tx: Tx,
  row: InStore,
  { reservationId, now }: { readonly reservationId: string; readonly now: Date },
): void {
  const [caseId, keys] = [uuidv7(), personalOf(tx)];
  const helpCase = { reservation_id: reservationId, person_id: null, person_name: null, opened_at: now, seen_at: now };
  const resolved = { business_date: '2026-01-01', resolved_at: now, outcome: 'EXPLAINED' as const };
  pipelineStatement(tx, tx.insertInto('help_desk_cases').values({ ...row, id: caseId, ...helpCase, ...resolved }));
  pipelineStatement(
    tx,
    tx.insertInto('guest_answers').values({
      ...row,
      id: uuidv7(),
      case_id: caseId,
      reservation_id: reservationId,
      answer_text: keys.seal('문을 열었습니다.'),
      created_at: now,
      created_by: uuidv7(),
      created_by_name: 'test',
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('guest_help_notes').values({
      ...row,
      id: reservationId,
      case_id: caseId,
      reservation_id: reservationId,
      note_text: keys.seal('화면이 안 켜져요.'),
      photo: keys.seal(Buffer.from('not looked at')),
      photo_width: 1,
      photo_height: 1,
      created_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('stay_ratings').values({
      ...row,
      id: uuidv7(),
      reservation_id: reservationId,
      score: 4,
      guest_remark: keys.seal('좋았습니다.'),
      rated_at: now,
    }),
  );
}

/** A guest who stayed for an hour in a night of 2020. */
function fillAutomation(
  tx: Tx,
  row: InStore,
  { reservationId, roomId, deviceId }: { reservationId: string; roomId: string; deviceId: string },
): void {
  const [since, reportedFrom, endedAt] = [
    new Date('2020-01-01T00:00:00Z'),
    new Date('2020-01-01T00:05:00Z'),
    new Date('2020-01-01T01:00:00Z'),
  ];
  pipelineStatement(
    tx,
    tx
      .insertInto('stage_reviews')
      .values({ ...row, id: reservationId })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('guest_reviews')
      .values({ ...row, id: reservationId })
      .onConflict((builder) => builder.doNothing()),
  );
  const checked = {
    reservation_id: reservationId,
    minutes_before: 15 as const,
    starts_at: since,
    room_id: roomId,
    checked_at: new Date(since.getTime() - 15 * 60_000),
    obstacles: '[]',
  };
  pipelineStatement(tx, tx.insertInto('readiness_checks').values({ ...row, id: uuidv7(), ...checked }));
  pipelineStatement(
    tx,
    tx
      .insertInto('extension_offers')
      .values({ ...row, id: reservationId, ends_at: since, offered_at: since, choices: '[]', reason: 'SLOT_TAKEN' }),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('room_stages')
      .values({
        ...row,
        id: roomId,
        purpose: 'STANDBY',
        reservation_id: null,
        looked_at: endedAt,
        warning_run_id: null,
      })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx.insertInto('overruns').values({
      ...row,
      id: reservationId,
      room_id: roomId,
      device_id: deviceId,
      since,
      told_from: reportedFrom,
      ended_at: endedAt,
    }),
  );
}

function fillAccess(
  tx: Tx,
  row: InStore,
  { reservationId, doorId, linkId, now }: { reservationId: string; doorId: string; linkId: string; now: Date },
): void {
  const codeId = uuidv7();
  pipelineStatement(tx, tx.insertInto('access_reviews').values({ ...row, id: reservationId }));
  pipelineStatement(
    tx,
    tx
      .insertInto('access_codes')
      .values({ ...row, id: codeId, reservation_id: reservationId, sealed: null, made_at: now, withdrawn_at: now }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('access_code_places').values({
      ...row,
      id: uuidv7(),
      reservation_id: reservationId,
      code_id: codeId,
      door_id: doorId,
      link_id: linkId,
      fingerprint: randomBytes(32),
      is_wanted: false,
      opens_at: now,
      closes_at: new Date(now.getTime() + 1),
      slot: null,
      pushed: null,
      error: null,
      gone_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx
      .updateTable('access_pools')
      .set({ size: 0, due_at: null })
      .where('store_id', '=', row.store_id)
      .where('id', '=', doorId),
  );
  pipelineStatement(tx, tx.insertInto('access_suspensions').values({ ...row, id: doorId, due_at: null }));
  pipelineStatement(
    tx,
    tx.insertInto('access_code_stamps').values({ ...row, id: linkId, set_stamp: '1', cleared_stamp: null }),
  );
}

interface InStore {
  readonly product_id: string;
  readonly store_id: string;
}

/** An offline lamp in the store's first room, and a switch to approve. */
function fillDevices(
  tx: Tx,
  row: InStore,
  { roomId, mqttPrefix, now }: { roomId: string; mqttPrefix: string; now: Date },
): Pick<StoreContents, 'deviceId' | 'discoveredDeviceId' | 'modeId' | 'runId'> {
  const [linkId, deviceId, discoveredDeviceId, modeId, runId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const settings = (id: string) =>
    JSON.stringify({ kind: 'SWITCH', topicPrefix: `${mqttPrefix}/${id}`, component: 'switch', channel: 0 });
  pipelineStatement(
    tx,
    tx.insertInto('device_links').values({
      ...row,
      id: linkId,
      driver: 'shelly',
      device_key: deviceId,
      settings: settings(deviceId),
      target_kind: 'DEVICE',
      target_id: deviceId,
      online: 'OFFLINE',
      told_online: 'OFFLINE',
      battery: null,
      last_command_id: null,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('devices').values({
      ...row,
      id: deviceId,
      room_id: roomId,
      name: 'Lamp',
      kind: 'SWITCH',
      traits: '{}',
      link_id: linkId,
      created_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('discovered_devices').values({
      ...row,
      id: discoveredDeviceId,
      driver: 'shelly',
      kind: 'SWITCH',
      device_key: discoveredDeviceId,
      announced_at_topic: `${mqttPrefix}/${discoveredDeviceId}`,
      name: 'Switch',
      manufacturer: null,
      model: null,
      settings: settings(discoveredDeviceId),
      obstacle: null,
      first_seen_at: now,
    }),
  );
  fillModes(tx, row, { modeId, runId, roomId, deviceId, linkId, now });
  return { deviceId, discoveredDeviceId, modeId, runId };
}

/** A mode, and a run of it in the room in which the lamp reached its state. */
function fillModes(
  tx: Tx,
  row: InStore,
  item: { modeId: string; runId: string; roomId: string; deviceId: string; linkId: string; now: Date },
): void {
  const [commandId, state] = [uuidv7(), JSON.stringify({ isOn: true })];
  pipelineStatement(
    tx,
    tx.insertInto('modes').values({
      ...row,
      id: item.modeId,
      name: 'Night',
      states: JSON.stringify([{ kind: 'SWITCH', state: { isOn: true } }]),
      created_at: item.now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('device_history').values({
      ...row,
      id: commandId,
      link_id: item.linkId,
      target_kind: 'DEVICE',
      target_id: item.deviceId,
      room_id: item.roomId,
      action: 'SET',
      state,
      status: 'QUEUED',
      cause_kind: 'AUTOMATION',
      cause_id: null,
      cause_label: 'test',
      source: 'SCHEDULE',
      reason: null,
      request_key: null,
      requested_at: item.now,
      state_when_sent: null,
      latency_ms: null,
      error_code: null,
      error_message: null,
    }),
  );
  pipelineStatement(
    tx,
    tx.updateTable('device_history').set({ status: 'EXECUTED', finished_at: item.now }).where('id', '=', commandId),
  );
  // Nothing has changed the lamp since, so the mode can be undone.
  pipelineStatement(
    tx,
    tx
      .updateTable('device_links')
      .set({ last_command_id: commandId, state })
      .where('store_id', '=', row.store_id)
      .where('id', '=', item.linkId),
  );
  pipelineStatement(
    tx,
    tx.insertInto('mode_runs').values({
      ...row,
      id: item.runId,
      room_id: item.roomId,
      mode_id: item.modeId,
      mode_name: 'Night',
      cause_kind: 'AUTOMATION',
      cause_id: null,
      cause_label: 'test',
      started_at: item.now,
      request_key: null,
    }),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('mode_run_devices')
      .values({ ...row, run_id: item.runId, device_id: item.deviceId, state, command_id: commandId }),
  );
}

function fillDoor(tx: Tx, row: InStore, doorId: string, now: Date): Pick<StoreContents, 'emergencyId' | 'alarmId'> {
  const [emergencyId, alarmId] = [uuidv7(), uuidv7()];
  const [startedAt, endedAt] = [new Date('2020-01-01T10:00:00Z'), new Date('2020-01-01T10:01:00Z')];
  pipelineStatement(
    tx,
    tx.insertInto('emergencies').values({
      ...row,
      id: emergencyId,
      kind: 'LOCKDOWN',
      reason: 'test',
      started_at: startedAt,
      started_by: uuidv7(),
      started_by_name: 'test',
      ended_at: endedAt,
      ended_by: uuidv7(),
      ended_by_name: 'test',
    }),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('emergency_doors')
      .values({ ...row, emergency_id: emergencyId, door_id: doorId, action: null, mode_before: 'NORMAL' }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('alarms').values({
      ...row,
      id: alarmId,
      door_id: doorId,
      kind: 'JAMMED',
      since: startedAt,
      opened_at: startedAt,
      closed_at: endedAt,
    }),
  );
  pipelineStatement(tx, tx.insertInto('alarm_watches').values({ ...row, door_id: doorId, offline_since: now }));
  return { emergencyId, alarmId };
}

function fillRooms(
  tx: Tx,
  row: InStore,
  now: Date,
): Pick<StoreContents, 'wholeRoomId' | 'partRoomId' | 'photoId' | 'accountId'> {
  const [wholeRoomId, partRoomId, photoId] = [uuidv7(), uuidv7(), uuidv7()];
  const room = { ...row, capacity: 4, sort_order: 1000, created_at: now, archived_at: now };
  pipelineStatement(
    tx,
    tx.insertInto('rooms').values([
      { ...room, id: wholeRoomId, name: 'Whole' },
      { ...room, id: partRoomId, name: 'Part' },
    ]),
  );
  pipelineStatement(tx, tx.insertInto('room_parts').values({ ...row, room_id: wholeRoomId, part_room_id: partRoomId }));
  const picture = Buffer.from('not looked at');
  pipelineStatement(
    tx,
    tx.insertInto('room_photos').values({
      ...row,
      id: photoId,
      room_id: wholeRoomId,
      sort_order: 1,
      width: 1,
      height: 1,
      small: picture,
      large: picture,
      created_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('door_displays').values({
      ...row,
      id: uuidv7(),
      room_id: wholeRoomId,
      token_hash: randomBytes(32),
      issued_at: now,
      issued_by: uuidv7(),
      issued_by_name: 'ADMIN',
    }),
  );
  const accountId = uuidv7();
  pipelineStatement(
    tx,
    tx.insertInto('device_accounts').values({
      ...row,
      id: accountId,
      name: 'bridge',
      user_name: `device-${accountId}`,
      password_hash: randomBytes(32),
      created_at: now,
      created_by: uuidv7(),
      created_by_name: 'ADMIN',
    }),
  );
  return { wholeRoomId, partRoomId, photoId, accountId };
}

async function fillCalendar(
  tx: Tx,
  row: InStore,
  roomId: string,
  now: Date,
): Promise<
  Pick<
    StoreContents,
    'addOnId' | 'blockId' | 'closureId' | 'reservationId' | 'policyId' | 'entryId' | 'feedId' | 'secret'
  > & {
    keptId: string;
  }
> {
  const [closureId, policyId, entryId, feedId, secret] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), randomUUID()];
  const [startsAt, endsAt] = [new Date('2020-01-01T10:00:00Z'), new Date('2020-01-01T11:00:00Z')];
  pipelineStatement(
    tx,
    tx.insertInto('closures').values({
      ...row,
      id: closureId,
      room_ids: [],
      starts_at: startsAt,
      ends_at: endsAt,
      reason: 'Repair',
      created_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('store_holidays')
      .values({ ...row, date: '2020-01-01', name: '', is_holiday: true })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx.insertInto('price_policies').values({
      ...row,
      id: policyId,
      name: 'Always',
      room_ids: [],
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      holidays: true,
      starts_on: null,
      ends_on: null,
      from_time: '00:00',
      to_time: '00:00',
      unit: 'SLOT',
      amount: 1000,
      package_minutes: null,
      included_head_count: 2,
      extra_person_amount: 0,
      priority: 0,
      created_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('reservation_series').values({ ...row, id: uuidv7(), rule: '{}', created_at: now }),
  );
  const reservationId = await insertReservation(
    tx,
    { productId: row.product_id, storeId: row.store_id, at: now },
    { roomId, startsAt, endsAt, state: 'CANCELLED' },
  );
  // Rows that occupy a room are always in another one, at a time that no timer and no cleanup reaches.
  const kept = {
    startsAt: new Date('2100-01-01T10:00:00Z'),
    endsAt: new Date('2100-01-01T11:00:00Z'),
    state: 'COMPLETED',
  } as const;
  const keptId = await insertReservation(
    tx,
    { productId: row.product_id, storeId: row.store_id, at: now },
    { roomId: anotherRoom(tx, row, now), ...kept },
  );
  const helped = {
    reservation_id: reservationId,
    person_id: uuidv7(),
    person_name: 'test',
    opened_at: now,
    business_date: '2026-01-01',
    resolved_at: now,
    outcome: 'EXPLAINED' as const,
  };
  await insertGuestToken(tx, { productId: row.product_id, storeId: row.store_id, reservationId: keptId, at: now });
  pipelineStatement(tx, tx.insertInto('help_desk_cases').values({ ...row, id: uuidv7(), ...helped }));
  fillGuestHelp(tx, row, { reservationId, now });
  await fillCompanion(tx, row, { keptId, noteId: reservationId, now });
  fillAgeChecks(tx, row, { reservationId: keptId, now });
  await fillHeldMove(tx, row.store_id, keptId, now);
  const extras = fillBooking(tx, row, { reservationId, now });
  const raised = { person_id: null, person_name: null, opened_at: now, business_date: '2026-01-01', outcome: null };
  pipelineStatement(
    tx,
    tx.insertInto('help_desk_cases').values({ ...row, id: uuidv7(), reservation_id: keptId, ...raised }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('reservation_events').values({
      ...row,
      id: uuidv7(),
      reservation_id: reservationId,
      at: now,
      kind: 'CANCELLED',
      actor_kind: 'SYSTEM',
      actor_id: null,
      actor_label: 'test',
      reason: null,
      amount: null,
      before: null,
    }),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('personal_data_erasures')
      .values({ product_id: row.product_id, store_id: row.store_id, erased_to: new Date(0) })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx.insertInto('waitlist').values({
      ...row,
      id: entryId,
      room_id: null,
      starts_at: startsAt,
      ends_at: endsAt,
      head_count: 2,
      guest_name: personalOf(tx).seal('홍길동'),
      guest_phone: personalOf(tx).seal(''),
      memo: '',
      free_room_id: null,
      created_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('calendar_feeds').values({
      ...row,
      id: feedId,
      room_id: null,
      secret_hash: createHash('sha256').update(secret).digest(),
      created_at: now,
    }),
  );
  const blockId = fillGuestProfiles(tx, row, now);
  return { ...extras, closureId, reservationId, policyId, entryId, feedId, secret, keptId, blockId };
}

/** An archived room without contents. */
function anotherRoom(tx: Tx, row: InStore, now: Date): string {
  const id = uuidv7();
  pipelineStatement(
    tx,
    tx
      .insertInto('rooms')
      .values({ ...row, id, name: 'Old', capacity: 4, sort_order: 1000, created_at: now, archived_at: now }),
  );
  return id;
}

/** The settings that `ha-discovery.ts` derives from an announcement. */
function lockSettings(base: string): unknown {
  return {
    commandTopic: `${base}/command`,
    stateTopic: `${base}/state`,
    statePath: null,
    payloads: { lock: 'LOCK', unlock: 'UNLOCK', open: null, reset: 'None' },
    states: {
      locked: 'LOCKED',
      unlocked: 'UNLOCKED',
      locking: 'LOCKING',
      unlocking: 'UNLOCKING',
      jammed: 'JAMMED',
      open: 'OPEN',
      opening: 'OPENING',
    },
    availability: {
      mode: 'latest',
      topics: [{ topic: `${base}/availability`, path: null, available: 'online', notAvailable: 'offline' }],
    },
    leaf: null,
    battery: null,
    timeoutMs: 1000,
    refusalGraceMs: 500,
  };
}
