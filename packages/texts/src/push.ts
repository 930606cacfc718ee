import type { AlarmKind, ApprovalKind, IncidentKind, NotificationKind, PushKind } from '@munjigi/contract';
import type { SameShape } from './fill-text.ts';

/** The texts of push messages, in the words of the screens that they open. */

type PushEvent = NotificationKind | AlarmKind | ApprovalKind | IncidentKind | 'WAITLIST';

interface PushTexts {
  readonly what: Readonly<Record<PushEvent, string>>;
  readonly some: Readonly<Record<PushKind, string>>;
  readonly waiting: Readonly<Record<PushKind, string>>;
  readonly amount: string;
  readonly stores: string;
}

const kr = {
  what: {
    PAID: '결제 완료',
    DEPOSIT: '입금 확인',
    UNMATCHED_DEPOSIT: '예약을 못 찾은 입금',
    CANCELED: '결제 취소',
    REFUND_FAILED: '환불 실패',
    REFUND_OWED: '직접 보낼 환불',
    CASH_RECEIPT_REFUSED: '현금영수증 오류',
    WEBHOOK_REJECTED: '확인되지 않은 결제사 알림',
    CODE_FLOOD: '인증번호 요청이 몰리고 있어요',
    LEFT_OPEN: '문이 열려 있어요',
    FORCED: '문이 강제로 열렸어요',
    OFFLINE: '기기가 응답하지 않아요',
    BATTERY_LOW: '배터리가 부족해요',
    JAMMED: '도어록이 걸렸어요',
    UNKNOWN_OPENING: '빈 룸의 잠금이 풀렸어요 (연 사람 확인 안 됨)',
    LOCKDOWN_OPENING: '출입 통제 중에 문이 열렸어요',
    REFUSED_CODES: '코드가 여러 번 거절됐어요',
    REFUND: '환불 승인 요청',
    REVERSAL: '결제 기록 취소 승인 요청',
    LOCKDOWN: '출입 통제 승인 요청',
    FIRE_RELEASE: '화재 개방 승인 요청',
    RULES: '2인 승인 설정 완화 요청',
    READINESS: '손님이 들어가지 못할 수 있어요',
    DOOR_OFFLINE: '손님이 지나갈 출입문이 응답하지 않아요',
    OVERRUN: '이용 시간이 지나도 나가지 않았어요',
    ALARM: '출입문 알람',
    MESSAGE_UNDELIVERABLE: '손님에게 메시지가 도착하지 않았어요',
    TEST: '당직 테스트',
    WAITLIST: '대기 손님의 자리가 났어요',
  },
  some: {
    MONEY: '새 결제 알림 {{count}}건',
    ALARM: '출입문 알람 {{count}}건',
    APPROVAL: '승인 요청 {{count}}건',
    READINESS: '들어갈 수 없는 손님 {{count}}팀',
    OVERRUN: '시간이 지난 손님 {{count}}팀',
    WAITLIST: '자리가 난 대기 {{count}}건',
    ON_CALL: '당직 호출 {{count}}건',
  },
  waiting: {
    MONEY: '확인할 알림 {{count}}건',
    ALARM: '확인할 알람 {{count}}건',
    APPROVAL: '대기 중인 요청 {{count}}건',
    READINESS: '확인할 예약 {{count}}건',
    OVERRUN: '확인할 룸 {{count}}곳',
    WAITLIST: '자리가 난 대기 {{count}}건',
    ON_CALL: '대응할 일 {{count}}건',
  },
  amount: '{{amount}}원',
  stores: '{{first}} 외 {{others}}곳',
} as const satisfies PushTexts;

const en = {
  what: {
    PAID: 'Paid',
    DEPOSIT: 'Deposit',
    UNMATCHED_DEPOSIT: 'Unmatched deposit',
    CANCELED: 'Cancelled',
    REFUND_FAILED: 'Refund failed',
    REFUND_OWED: 'Refund to send',
    CASH_RECEIPT_REFUSED: 'Cash receipt failed',
    WEBHOOK_REJECTED: 'Rejected provider message',
    CODE_FLOOD: 'Unusually many code requests',
    LEFT_OPEN: 'Door left open',
    FORCED: 'Door forced open',
    OFFLINE: 'Device not responding',
    BATTERY_LOW: 'Battery low',
    JAMMED: 'Lock jammed',
    UNKNOWN_OPENING: 'Empty room unlocked, by whom is unknown',
    LOCKDOWN_OPENING: 'Door opened during a lockdown',
    REFUSED_CODES: 'Codes refused several times',
    REFUND: 'Refund to approve',
    REVERSAL: 'Correction of a payment to approve',
    LOCKDOWN: 'Lockdown to approve',
    FIRE_RELEASE: 'Fire release to approve',
    RULES: 'Relaxed two-person rules to approve',
    READINESS: 'A guest may not get in',
    DOOR_OFFLINE: 'A guest’s door is offline',
    OVERRUN: 'A guest is overstaying',
    ALARM: 'Door alarm',
    MESSAGE_UNDELIVERABLE: 'A message did not reach a guest',
    TEST: 'On-call test',
    WAITLIST: 'A time is free for a waitlisted guest',
  },
  some: {
    MONEY: 'New payment notifications: {{count}}',
    ALARM: 'Door alarms: {{count}}',
    APPROVAL: 'Requests to approve: {{count}}',
    READINESS: 'Guests who may not get in: {{count}}',
    OVERRUN: 'Guests who overstay: {{count}}',
    WAITLIST: 'Free times for waitlisted guests: {{count}}',
    ON_CALL: 'On-call incidents: {{count}}',
  },
  waiting: {
    MONEY: 'Unconfirmed: {{count}}',
    ALARM: 'Unacknowledged alarms: {{count}}',
    APPROVAL: 'Requests waiting: {{count}}',
    READINESS: 'Reservations to check: {{count}}',
    OVERRUN: 'Rooms to check: {{count}}',
    WAITLIST: 'Waitlisted times now free: {{count}}',
    ON_CALL: 'Open incidents: {{count}}',
  },
  amount: '₩{{amount}}',
  stores: '{{first}} and {{others}} more',
} as const satisfies SameShape<typeof kr>;

/** `what` names one event, `some` several of a kind, and `waiting` how many of the kind wait for a person. */
export const PUSH_TEXTS = { kr, en };
