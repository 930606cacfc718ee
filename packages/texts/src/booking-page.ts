/** The texts that the server writes into the document of the booking page, which has both languages at once. */
export const BOOKING_PAGE_TEXTS = {
  kr: {
    title: '온라인 예약',
    storeTitle: '{{store}} 예약 · {{product}}',
    storeDescription: '{{store}} 온라인 예약',
    missingTitle: '온라인 예약을 받지 않는 매장이에요',
    missing: '주소가 잘못됐거나, 매장이 지금 온라인 예약을 받지 않아요. QR 코드를 다시 찍거나 매장에 전화해 주세요.',
    noScripts: 'JavaScript가 꺼져 있어 {{store}} 예약 화면을 보여 드릴 수 없어요.',
    turnOn: '브라우저 설정에서 JavaScript를 켜거나 다른 브라우저로 열어 주세요.',
    orCall: ' 전화로도 예약할 수 있어요.',
    call: '전화하기',
  },
  en: {
    missing: 'This store takes no online bookings. Scan the QR code again, or call the store.',
    noScripts:
      'JavaScript is blocked, so you cannot book here. Turn it on in the settings of the browser, or open the page in\nanother browser.',
    orCall: ' You can also call the store.',
    call: 'Call',
  },
} as const;
