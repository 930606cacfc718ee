/** Notifications for staff that are neither about one payment nor pushed. They are stored in Korean. */

/** Codes that guests request and do not enter (BK-5). */
export const CODE_FLOOD_NOTICES = {
  store: '입력되지 않는 인증번호 요청이 이 매장에 몰리고 있어요. 손님은 잠깐의 확인을 거쳐 예약할 수 있어요',
  chain:
    '하루 인증번호 한도의 절반을 입력되지 않은 요청에 썼어요. 한도는 손님 메시지의 ‘발송사 연결’에서 바꿀 수 있어요',
  spent: '하루 인증번호 한도를 다 썼어요. 한도를 올리거나 하루가 지날 때까지 새 인증번호를 보내지 않아요',
} as const;

/** Deposits that wait for a person. */
export const DEPOSIT_NOTICES = {
  named: '{{name}} 이름으로',
  unnamed: '이름 없이',
  unread: '입금 알림을 읽지 못했어요. 입금 화면에서 확인해 주세요',
  takenBack: '{{from}} 들어온 {{amount}}원 입금이 은행에서 취소됐어요. 연결된 예약을 확인해 주세요',
  unmatched: '{{from}} {{amount}}원이 입금됐어요. 맞는 예약을 찾지 못했어요',
  candidates: '{{from}} {{amount}}원이 입금됐어요. 후보: {{candidates}}',
} as const;
