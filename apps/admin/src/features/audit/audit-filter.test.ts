import { describe, expect, it } from 'vitest';
import { sampleId } from '../../testing/samples.ts';
import { countActiveFields } from '../../ui/list/address-filter.ts';
import { AUDIT_FILTER_FIELDS, auditQuery, readAuditLogFilter, readAuditLogPosition } from './audit-filter.ts';
import { subjectPath } from './subject-link.ts';

const read = (search: string, timeZone = 'Asia/Seoul') =>
  readAuditLogFilter(new URLSearchParams(search), null, timeZone);

describe('the filter of the audit log', () => {
  it('is read from the address, and invalid values count as not given (SH-6)', () => {
    const sense = `action=door.open-requested&by=${sampleId(1)}&kind=door&subject=${sampleId(2)}&about=+Door+1+&q=+Kim+&from=2026-11-01&to=2026-11-02`;
    expect(read(sense)).toEqual({
      storeId: null,
      timeZone: 'Asia/Seoul',
      action: 'door.open-requested',
      actorId: sampleId(1),
      subjectKind: 'door',
      subjectId: sampleId(2),
      about: 'Door 1',
      q: 'Kim',
      from: '2026-11-01',
      to: '2026-11-02',
    });
    expect(countActiveFields(AUDIT_FILTER_FIELDS, read(sense))).toBe(8);
    const none = {
      storeId: null,
      timeZone: 'Asia/Seoul',
      action: null,
      actorId: null,
      subjectKind: null,
      subjectId: null,
      about: '',
      q: '',
      from: null,
      to: null,
    };
    expect(read('action=Door&by=me&kind=A&subject=1&q=++&from=2026-13-01&to=soon')).toEqual(none);
    expect([countActiveFields(AUDIT_FILTER_FIELDS, read('')), auditQuery(read(''))]).toEqual([0, {}]);
  });
  it('requests whole days in its time zone', () => {
    expect(auditQuery(read('from=2026-11-01&to=2026-11-01'))).toEqual({
      from: '2026-10-31T15:00:00.000Z',
      to: '2026-11-01T15:00:00.000Z',
    });
    expect(auditQuery(read('from=2026-11-01&to=2026-11-01', 'Europe/Berlin'))).toEqual({
      from: '2026-10-31T23:00:00.000Z',
      to: '2026-11-01T23:00:00.000Z',
    });
  });
  it('reads the cursor from the address, and starts at the newest entry when it is invalid', () => {
    expect(readAuditLogPosition(new URLSearchParams('after=WzE&seen=40&limit=50'))).toEqual({
      after: 'WzE',
      seen: 40,
      limit: 50,
    });
    expect(readAuditLogPosition(new URLSearchParams('after=a%20b&seen=40&limit=7'))).toEqual({
      after: null,
      seen: 0,
      limit: 20,
    });
    expect(readAuditLogPosition(new URLSearchParams('after=WzE&seen=-1')).seen).toBe(0);
  });
});

describe('subjectPath', () => {
  const about = (kind: string, id: string | null, storeId: string | null = sampleId(9)) =>
    subjectPath({ subject: { kind, id, name: null }, storeId });
  it('leads to the screen of the subject', () => {
    expect(about('reservation', sampleId(1))).toBe(
      `/dashboard/reservation?store=${sampleId(9)}&reservation=${sampleId(1)}`,
    );
    expect(about('room', sampleId(1))).toBe(`/dashboard/room/${sampleId(1)}`);
    expect(about('door', sampleId(1), null)).toBe(`/dashboard/admin/device-history?target=${sampleId(1)}`);
    expect(about('webhook-delivery', sampleId(1), null)).toBe(
      `/dashboard/system/integrations/delivery?delivery=${sampleId(1)}`,
    );
    expect(about('payment-provider', null, null)).toBe('/dashboard/system/webhooks');
  });
  it('is null for subjects without a screen and for unknown kinds', () => {
    expect([
      about('session', sampleId(1)),
      about('cash-box', sampleId(1)),
      about('room', null),
      about('constructor', sampleId(1)),
    ]).toEqual([null, null, null, null]);
  });
});
