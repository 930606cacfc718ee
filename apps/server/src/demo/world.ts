import type { Role } from '@munjigi/contract';

/** The chains of the demo (RN-1). */

export const DEMO_PASSWORD = 'demo-password-1234';

export interface DemoStore {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly mqttPrefix: string;
  readonly rooms: number;
  /** A joined room, with the numbers of its parts, from 1. */
  readonly joined?: { readonly room: number; readonly parts: readonly number[] };
  readonly opensAt: string;
  /** A time at or before `opensAt` is on the next day. */
  readonly closesAt: string;
  readonly bufferMinutes: number;
  /** 0: staff call the guests who wait. */
  readonly waitlistOfferMinutes: number;
  /** The price of half an hour by day in won; evenings, weekends and nights follow from it. */
  readonly slotAmount: number;
}
export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Numbers of the stores in their product; for franchisees. */
  readonly stores: readonly number[];
}
export interface DemoProduct {
  readonly slug: string;
  readonly name: string;
  readonly stores: readonly DemoStore[];
  readonly people: readonly DemoPerson[];
}

export const WORLD: readonly DemoProduct[] = [
  {
    slug: 'playroom',
    name: '플레이룸',
    stores: [
      {
        name: '강남점',
        address: '서울 강남구 테헤란로 152, 지하 1층',
        phone: '02-555-0152',
        mqttPrefix: 'playroom/gangnam',
        rooms: 6,
        opensAt: '00:00',
        closesAt: '00:00',
        bufferMinutes: 0,
        waitlistOfferMinutes: 0,
        slotAmount: 7000,
      },
      {
        name: '홍대점',
        address: '서울 마포구 양화로 176, 4층',
        phone: '02-333-0176',
        mqttPrefix: 'playroom/hongdae',
        rooms: 8,
        joined: { room: 8, parts: [6, 7] },
        opensAt: '10:00',
        closesAt: '06:00',
        bufferMinutes: 30,
        waitlistOfferMinutes: 20,
        slotAmount: 6000,
      },
      {
        name: '부산서면점',
        address: '부산 부산진구 서면로 68, 7층',
        phone: '051-800-0068',
        mqttPrefix: 'playroom/seomyeon',
        rooms: 12,
        opensAt: '09:00',
        closesAt: '02:00',
        bufferMinutes: 10,
        waitlistOfferMinutes: 0,
        slotAmount: 5000,
      },
    ],
    people: [
      { email: 'admin@demo.test', name: '김본부', role: 'ADMIN', stores: [] },
      { email: 'sub@demo.test', name: '이부장', role: 'SUB_ADMIN', stores: [] },
      { email: 'owner@demo.test', name: '박점주', role: 'FRANCHISEE', stores: [0, 1] },
      { email: 'owner2@demo.test', name: '최점주', role: 'FRANCHISEE', stores: [2] },
      { email: 'care@demo.test', name: '정상담', role: 'CUSTOMER_MANAGER', stores: [] },
    ],
  },
  {
    slug: 'studyroom',
    name: '스터디룸',
    stores: [
      {
        name: '신촌점',
        address: '서울 서대문구 연세로 36, 3층',
        phone: '02-777-0036',
        mqttPrefix: 'studyroom/sinchon',
        rooms: 2,
        opensAt: '08:00',
        closesAt: '00:00',
        bufferMinutes: 0,
        waitlistOfferMinutes: 0,
        slotAmount: 3000,
      },
    ],
    people: [{ email: 'admin@study.test', name: '한관리', role: 'ADMIN', stores: [] }],
  },
];

export const ROOM_NAMES = [
  '한강',
  '남산',
  '북악',
  '인왕',
  '관악',
  '도봉',
  '수락',
  '불암',
  '청계',
  '아차',
  '용마',
  '우면',
] as const;
export const AMENITIES = [
  'TV',
  '보드게임',
  '콘솔 게임기',
  '노래방 마이크',
  '냉장고',
  '전자레인지',
  '빔프로젝터',
  '커피 머신',
] as const;
export const SURNAMES = [
  '김',
  '이',
  '박',
  '최',
  '정',
  '강',
  '조',
  '윤',
  '장',
  '임',
  '한',
  '오',
  '서',
  '신',
  '권',
] as const;
export const GIVEN_NAMES = [
  '민준',
  '서연',
  '도윤',
  '지우',
  '하준',
  '서현',
  '지호',
  '수빈',
  '예준',
  '하은',
  '시우',
  '지민',
  '주원',
  '유진',
  '건우',
  '채원',
  '현우',
  '다은',
  '준서',
  '은지',
] as const;
