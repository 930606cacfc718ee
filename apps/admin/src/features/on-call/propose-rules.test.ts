import { expect, it } from 'vitest';
import { sampleOnCallRules, samplePerson } from '../../testing/on-call-samples.ts';
import { sampleId } from '../../testing/samples.ts';
import { proposeRules } from './propose-rules.ts';
import { checkRules, toVersioned } from './rules-draft.ts';

const NONE = toVersioned(sampleOnCallRules({ isEnabled: false, steps: [], version: null }));
const owner = samplePerson({ userId: sampleId(80), roles: ['FRANCHISEE'], channels: ['SMS'] });
const admin = samplePerson({ userId: sampleId(81), roles: ['ADMIN'], channels: [] });
const support = samplePerson({ userId: sampleId(82), roles: ['CUSTOMER_MANAGER'], channels: ['PUSH'] });

it('suggests the owners at once and the ADMINs ten minutes later, by what reaches them, with quiet hours (OC-7)', () => {
  const proposal = proposeRules(NONE, [support, admin, owner]);
  expect(proposal).toMatchObject({
    isEnabled: true,
    quietFrom: '23:00',
    quietUntil: '08:00',
    steps: [
      { userIds: [owner.userId], channels: ['SMS'], afterMinutes: '0' },
      { userIds: [admin.userId], channels: ['PUSH', 'EMAIL'], afterMinutes: '10' },
    ],
  });
  expect(proposal?.conditions).toEqual(expect.arrayContaining([...NONE.conditions]));
  expect(proposal && checkRules(proposal, ((key: string) => key) as never)).toEqual({});
});

it('begins with the ADMINs of a store without owners, and suggests nothing without people (OC-7)', () => {
  expect(proposeRules(NONE, [admin])?.steps).toEqual([expect.objectContaining({ afterMinutes: '0' })]);
  expect(proposeRules(NONE, [support])).toBeNull();
});
