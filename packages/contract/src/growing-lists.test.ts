import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LIST_PAGES_REACH } from './fields.ts';
import { ENDPOINTS } from './index.ts';

/** The lists whose `total` counts all rows, each with the reason for which it does not grow without end. */
const BOUNDED: Readonly<Partial<Record<keyof typeof ENDPOINTS, string>>> = {
  listAuditActors: 'at most 500',
  listApiKeys: 'people make them',
  listStores: 'one for each store',
  listStoreSummaries: 'one for each store',
  listClosures: 'those that are not over',
  listRooms: 'one for each room',
  listPricePolicies: 'people make them',
  listAddOns: 'people make them',
  listBlockedGuests: 'people make them, and they end',
  listCoupons: 'people make them',
  listStrandedGuests: 'those of the coming days',
  listReadiness: 'those of the next hours',
  listReadinessChecks: 'those of one reservation',
  listExtensionOffers: 'those that are open',
  listOverruns: 'guests who are present',
  listCalendarFeeds: 'people make them',
  listChannelStores: 'one for each store',
  listChannelRooms: 'one for each room',
  listChannelAddOns: 'people make them',
  listChannelStatements: 'one for each channel and period, from a file of a person',
  listChannelStatementLines: 'those of one file',
  listGuestDoors: 'doors of one reservation',
  listCompanionLinks: 'five of one reservation',
  listStayRatings: 'its mean needs all ratings of the filter',
  listDoors: 'one for each door',
  listDiscoveredLocks: 'locks without a door',
  listDoorSpares: 'one for each door',
  previewLockdown: 'doors of one store',
  listDevices: 'one for each device',
  listDiscoveredDevices: 'devices without a room',
  listModes: 'people make them',
  listOwedRefunds: 'those that are not paid yet',
  listWebhookEndpoints: 'people make them',
  listStoreMerchants: 'people make them',
  listDepositRules: 'people make them',
  listDepositRelays: 'people make them',
  listTemplateVersions: 'people make them',
  listSettlements: 'its sums need all periods of the filter (SL-30)',
};

const replyFields = ({ reply }: { readonly reply: z.ZodType }) =>
  reply instanceof z.ZodObject ? Object.entries<unknown>(reply.shape) : [];
const LISTS = Object.entries(ENDPOINTS).flatMap(([name, endpoint]) => {
  const fields = new Map(replyFields(endpoint));
  return fields.get('total') instanceof z.ZodNumber ? [{ name, endpoint, isGrowing: fields.has('isTotalExact') }] : [];
});

describe('a reply with a total', () => {
  it('says whether it is exact, or is of a list that does not grow without end', () => {
    const bounded = LISTS.filter(({ isGrowing }) => !isGrowing).map(({ name }) => name);
    expect(bounded.sort()).toEqual(Object.keys(BOUNDED).sort());
  });

  it('of a list that grows without end refuses a page that starts too far on', () => {
    const paged = LISTS.filter(({ isGrowing, name }) => isGrowing && name !== 'listAudit');
    expect(paged.length).toBeGreaterThan(10);
    for (const { name, endpoint } of paged) {
      const pathsOf = (query: object) =>
        ('query' in endpoint ? endpoint.query : z.never())
          .safeParse(query)
          .error?.issues.map(({ path }) => path.join()) ?? [];
      const far = {
        page: String(LIST_PAGES_REACH / 100 + 1),
        limit: '100',
        ...(name === 'listModeRuns' && { roomId: '0198a0f0-0000-7000-8000-000000000001' }),
      };
      expect([name, pathsOf(far).includes('page')]).toEqual([name, true]);
    }
  });
});
