import type { IncidentKind } from '@munjigi/contract';
import type { SameShape } from './fill-text.ts';

/** The texts of SMS and e-mails about incidents, which name no guest (PD-1). */

interface NoticeTexts {
  readonly kinds: Readonly<Record<IncidentKind, string>>;
  readonly brand: string;
  readonly reservation: string;
  readonly open: string;
}

const ko = {
  brand: '문지기',
  kinds: {
    READINESS: '손님이 들어가지 못할 수 있습니다',
    DOOR_OFFLINE: '손님이 지나갈 출입문이 응답하지 않습니다',
    OVERRUN: '이용 시간이 지난 손님이 있고 다음 손님이 곧 옵니다',
    ALARM: '출입문 알람이 울렸습니다',
    REFUND_FAILED: '환불에 실패했습니다',
    MESSAGE_UNDELIVERABLE: '손님에게 메시지가 도착하지 않았습니다',
    CODE_FLOOD: '입력되지 않는 인증번호 요청이 몰리고 있습니다',
    TEST: '당직 테스트입니다',
  },
  reservation: '예약 {{code}}',
  open: '확인하기:',
} as const satisfies NoticeTexts;

const en = {
  brand: 'Munjigi',
  kinds: {
    READINESS: 'A guest may not get in',
    DOOR_OFFLINE: 'A guest’s door is offline',
    OVERRUN: 'A guest is overstaying, and the next one is due',
    ALARM: 'Door alarm',
    REFUND_FAILED: 'A refund failed',
    MESSAGE_UNDELIVERABLE: 'A message did not reach a guest',
    CODE_FLOOD: 'Unusually many code requests',
    TEST: 'This is a test of the on-call rules',
  },
  reservation: 'reservation {{code}}',
  open: 'Open:',
} as const satisfies SameShape<typeof ko>;

export const ON_CALL_TEXTS = { ko, en };
