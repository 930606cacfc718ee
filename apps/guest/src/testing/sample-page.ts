import type { GuestPage } from '@munjigi/contract';

export const SAMPLE_TOKEN = `mjg_${'s'.repeat(43)}`;
export const SAMPLE_NOW = '2026-11-25T10:55:00.000Z';
const WINDOW = { isAllowed: true, from: '2026-11-25T10:50:00.000Z', until: '2026-11-25T13:10:00.000Z' };
const NEVER = { isAllowed: false, from: null, until: null };

/** The page of a confirmed stay from 20:00 to 22:00 in Seoul, five minutes before its start. */
export function samplePage(
  over: Partial<Omit<GuestPage, 'reservation'>> = {},
  reservation: Partial<GuestPage['reservation']> = {},
): GuestPage {
  return {
    product: { slug: 'playroom', name: '플레이룸' },
    seller: {
      kind: 'STORE',
      legalName: '강남 놀이방',
      representative: '김대표',
      businessNumber: '120-81-47521',
      mailOrderNumber: '2026-서울강남-01234',
      mailOrderExemption: null,
      address: '서울 강남구 테헤란로 1',
      phone: '02-555-0152',
      email: 'gangnam@seller.example',
      hostingProvider: '',
      brokerName: null,
    },
    hasPrivacyPolicy: true,
    now: SAMPLE_NOW,
    isExtensionReturned: false,
    reservation: {
      reservationId: '1',
      storeId: '1',
      code: 'ABCD-1234',
      state: 'CONFIRMED',
      startsAt: '2026-11-25T11:00:00.000Z',
      endsAt: '2026-11-25T13:00:00.000Z',
      headCount: 2,
      priceAmount: 20_000,
      addOns: [],
      discount: null,
      paidAmount: 20_000,
      waivedAmount: 0,
      owedAmount: 0,
      holdExpiresAt: null,
      heldExtension: null,
      store: { name: '강남점', address: '서울 강남구 1', phone: '02-555-0152', timeZone: 'Asia/Seoul' },
      roomName: '1번 한강룸',
      version: 3,
      may: { readAccessCode: WINDOW, openDoors: WINDOW, cancel: NEVER, pay: NEVER, extend: NEVER, askForHelp: WINDOW },
      ...reservation,
    },
    dueAmount: 0,
    leastOnlineAmount: 200,
    arrival: {
      addressEn: '',
      directions: '',
      directionsEn: '',
      mapUrl: '',
      houseRules: '',
      houseRulesEn: '',
      roomDirections: '',
      roomDirectionsEn: '',
      amenities: [],
      wifi: null,
      photo: null,
    },
    codes: [
      {
        doorId: 'd1',
        doorName: '현관',
        state: 'ACTIVE',
        code: '482913',
        opensAt: '2026-11-25T10:50:00.000Z',
        closesAt: '2026-11-25T13:10:00.000Z',
      },
    ],
    doors: [
      {
        doorId: 'd1',
        storeId: '1',
        doorName: '현관',
        roomId: null,
        lockState: 'LOCKED',
        online: 'ONLINE',
        mayOpen: WINDOW,
        openedByStaff: null,
      },
    ],
    help: null,
    rating: { isAllowed: false, given: null },
    stateChange: { at: '2026-11-24T05:03:00.000Z', by: 'GUEST' },
    moves: [],
    refund: null,
    refundSteps: [
      { until: '2026-11-24T11:00:00.000Z', refundPercent: 100 },
      { until: '2026-11-25T11:00:00.000Z', refundPercent: 0 },
    ],
    bookingTerms: '',
    bookingTermsEn: '',
    acceptedTerms: null,
    bookingPath: '/b/playroom/1?room=2',
    offersCashReceipts: false,
    readableUntil: '2027-05-26T13:00:00.000Z',
    ...over,
  };
}
