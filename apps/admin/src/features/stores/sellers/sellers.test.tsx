import type { ChainSeller, PrivacyPolicy, StoreSeller } from '@munjigi/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { sampleStore } from '../../../testing/store-samples.ts';
import { ChainSellersPage } from './chain-sellers-page.tsx';
import { findBadLine, parseProcessors, writeProcessors } from './processors.ts';
import { StoreSellerSection } from './store-seller-section.tsx';

const STORE_SELLER = 'GET /api/v2/{product}/store/{storeId}/seller';
const SET_STORE_SELLER = 'POST /api/v2/{product}/store/{storeId}/seller';
const PUBLISH = 'POST /api/v2/{product}/privacy-policy';
const identity = {
  legalName: '강남 놀이방',
  representative: '김대표',
  mailOrderNumber: '',
  mailOrderExemption: null,
  address: '서울 강남구 1',
  phone: '02-555-0152',
  email: 'owner@seller.example',
  hostingProvider: '',
};
const seller: StoreSeller = {
  storeId: STORES[0].id,
  kind: 'STORE',
  ...identity,
  shown: null,
  missing: ['MAIL_ORDER', 'PRIVACY_POLICY'],
  changedAt: null,
  changedBy: null,
  version: 3,
};
const chain: ChainSeller = {
  ...identity,
  businessNumber: '120-81-47521',
  isBroker: false,
  storeCount: 0,
  changedAt: null,
  changedBy: null,
  version: 1,
};
const draft: PrivacyPolicy & { path: string } = {
  path: '/b/playroom/privacy',
  effectiveOn: '2026-12-01',
  officerName: '',
  officerContact: '',
  processors: [{ name: '결제사', task: '결제', country: '' }],
  body: '{{chain}}',
  bodyEn: '',
  changedAt: null,
  changedBy: null,
  version: 0,
};
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = async () => fireEvent.click(await screen.findByText('저장'));

describe('the seller of a store (SE-1)', () => {
  const open = async (role: 'ADMIN' | 'SUB_ADMIN', more: Parameters<typeof answerCalls>[0] = {}) => {
    const requests = answerCalls({
      'GET /api/v2/auth/me': () => person(role),
      [STORE_SELLER]: () => seller,
      ...more,
    });
    await renderScreen(<StoreSellerSection store={sampleStore()} />, '/dashboard/store');
    await screen.findByLabelText(/상호/);
    return requests;
  };

  it('lists what is missing, checks the fields and saves the seller whole with its version', async () => {
    const requests = await open('ADMIN', { [SET_STORE_SELLER]: () => ({ ...seller, missing: [], version: 4 }) });
    expect(screen.getByText('통신판매업 신고번호 또는 면제 사유')).toBeTruthy();
    type(/이메일/, 'no address');
    await save();
    expect(await screen.findByText('이메일 주소를 입력해 주세요.')).toBeTruthy();
    expect(requests.get(SET_STORE_SELLER)).toBeUndefined();
    type(/이메일/, 'new@seller.example');
    type('통신판매업 신고번호', '2026-서울강남-01234');
    await save();
    await waitFor(() =>
      expect(requests.get(SET_STORE_SELLER)?.[0]?.body).toEqual({
        kind: 'STORE',
        version: 3,
        ...identity,
        email: 'new@seller.example',
        mailOrderNumber: '2026-서울강남-01234',
      }),
    );
    expect(await screen.findByText('온라인 예약에 필요한 판매자 정보가 모두 있어요.')).toBeTruthy();
  });

  it('says why an open store keeps its registration', async () => {
    await open('ADMIN', { [SET_STORE_SELLER]: () => refuse('BOOKING_NOT_READY', 409) });
    type('통신판매업 신고번호', '2026-서울강남-01234');
    await save();
    expect(await screen.findByText(/온라인 예약에 필요한 판매자 정보가 빠져 있어요/)).toBeTruthy();
  });

  it('cannot be changed without the right', async () => {
    await open('SUB_ADMIN');
    expect(screen.getByLabelText<HTMLInputElement>(/상호/).readOnly).toBe(true);
  });
});

describe('sellers and privacy of a chain (SE-1, SE-3)', () => {
  it('publishes the draft with its officer, and refuses a processor without a task', async () => {
    const requests = answerCalls({
      'GET /api/v2/auth/me': () => person('ADMIN'),
      'GET /api/v2/{product}/seller': () => chain,
      'GET /api/v2/{product}/privacy-policy': () => draft,
      [PUBLISH]: () => ({ ...draft, version: 1, changedAt: '2026-11-30T00:00:00Z', changedBy: '김본부' }),
    });
    await renderScreen(<ChainSellersPage />, '/dashboard/system/sellers');
    expect(await screen.findByText(/아직 공개하지 않은 초안/)).toBeTruthy();
    type(/^개인정보 보호책임자/, '박보호');
    type(/책임자 연락처/, '02-1');
    type('처리 위탁', '결제사\n클라우드; 보관; 미국');
    await save();
    expect(await screen.findByText(/^1번째 줄에/)).toBeTruthy();
    type('처리 위탁', '결제사; 결제\n\n클라우드; 보관; 미국');
    await save();
    await waitFor(() =>
      expect(requests.get(PUBLISH)?.[0]?.body).toEqual({
        version: 0,
        effectiveOn: '2026-12-01',
        officerName: '박보호',
        officerContact: '02-1',
        processors: [
          { name: '결제사', task: '결제', country: '' },
          { name: '클라우드', task: '보관', country: '미국' },
        ],
        body: '{{chain}}',
        bodyEn: '',
      }),
    );
    expect(await screen.findByText(/^버전 1 · 김본부/)).toBeTruthy();
  });

  it('reads and writes processors one a line', () => {
    const processors = [
      { name: 'A', task: 'B', country: '' },
      { name: 'C', task: 'D', country: 'E' },
    ];
    expect(parseProcessors(writeProcessors(processors))).toEqual(processors);
    expect([findBadLine(''), findBadLine('A; B'), findBadLine('A; B\n; C'), findBadLine('A; B; C; D')]).toEqual([
      null,
      null,
      2,
      1,
    ]);
  });
});
