import type {
  ClimateMode,
  Command,
  CommandErrorCode,
  DeviceState,
  HistoryAction,
  HistoryStatus,
  OperationSource,
} from '@munjigi/contract';

/**
 * The texts of an exported history, the same as on the screen (a test compares them). A new code of the contract does
 * not compile without its texts.
 */
export interface HistoryWords {
  readonly action: Readonly<Record<HistoryAction, string>>;
  readonly status: Readonly<Record<HistoryStatus, string>>;
  readonly cause: Readonly<Record<Command['cause']['kind'], string>>;
  readonly source: Readonly<Record<OperationSource, string>>;
  readonly error: Readonly<Record<CommandErrorCode, string>>;
  /** Texts of events at buttons and keypads. An unknown event is shown unchanged. */
  readonly rule: Readonly<Record<string, string>>;
  readonly climate: Readonly<Record<ClimateMode, string>>;
  /** Events at buttons and keypads. An unknown event is shown as it is. */
  readonly event: Readonly<Record<string, string>>;
  /** A member of a state with a placeholder for its value, or one text for true and one for false. */
  readonly state: Readonly<
    Record<Exclude<keyof DeviceState, 'isOn' | 'isActive'>, string> &
      Record<'isOn' | 'isActive', Readonly<Record<'true' | 'false', string>>>
  >;
}

type Language = 'kr' | 'en';

export const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  kr: [
    '요청 시각',
    '매장',
    '룸',
    '대상',
    '동작',
    '내용',
    '결과',
    '요청자',
    '구분',
    '방법',
    '사유',
    '보낸 시각',
    '기기 확인 시각',
    '응답 시간(ms)',
    '실패 이유',
    '제어 번호',
  ],
  en: [
    'Requested',
    'Store',
    'Room',
    'Target',
    'Action',
    'State',
    'Result',
    'By',
    'Kind',
    'How',
    'Reason',
    'Sent',
    'Confirmed by device',
    'Latency (ms)',
    'Failure',
    'Command id',
  ],
};

export const WORDS: Readonly<Record<Language, HistoryWords>> = {
  kr: {
    action: {
      OPEN: '열기',
      LOCK: '잠그기',
      SET: '설정',
      PRESS: '누르기',
      LOCKED: '잠김 알림',
      UNLOCKED: '잠금 풀림 알림',
      UNLATCHED: '열림 알림',
      JAMMED: '걸림 알림',
      ONLINE: '연결됨',
      OFFLINE: '연결 끊김',
      CHANGED: '상태 바뀜',
      PRESSED: '눌림',
      DENIED: '출입 거부',
    },
    status: {
      QUEUED: '요청됨',
      SENT: '보냄',
      ACCEPTED: '기기 확인',
      EXECUTED: '완료',
      FAILED: '실패',
      TIMED_OUT: '응답 없음',
      EXPIRED: '시간 지남',
      REJECTED_OFFLINE: '오프라인',
      REPORTED: '기기 알림',
    },
    cause: { PERSON: '직원', RESERVATION: '예약', AUTOMATION: '자동', DEVICE: '기기', UNKNOWN: '알 수 없음' },
    source: {
      UNSPECIFIED: '알 수 없음',
      MANUAL: '손으로',
      PROPRIETARY_REMOTE: '제조사 리모컨',
      KEYPAD: '키패드',
      AUTO: '자동',
      BUTTON: '버튼',
      SCHEDULE: '일정',
      REMOTE: '원격',
      RFID: '카드',
      BIOMETRIC: '생체 인증',
    },
    error: {
      DEVICE_OFFLINE: '기기 오프라인',
      BROKER_UNREACHABLE: '기기들과 연결 끊김',
      SUPERSEDED: '더 나중 제어로 취소',
      EXPIRED_UNSENT: '제때 보내지 못함',
      NO_ANSWER: '답 없음',
      JAMMED: '걸림',
      REFUSED: '기기가 거부',
      NOT_SUPPORTED: '할 수 없는 동작',
      DOOR_LOCKED_DOWN: '출입 통제 중',
      FIRE_RELEASE: '화재 개방 중',
      SEND_FAILED: '보내는 중 문제',
      FORMER_STATE_UNKNOWN: '전 상태 모름',
    },
    rule: { relock: '다시 잠그기', 'hold-open': '열어 두기의 끝', standby: '빈 룸의 대기' },
    climate: { OFF: '꺼짐', AUTO: '자동', COOL: '냉방', HEAT: '난방', DRY: '제습', FAN_ONLY: '송풍' },
    event: {
      press: '눌림',
      single: '한 번 누름',
      double: '두 번 누름',
      triple: '세 번 누름',
      quadruple: '네 번 누름',
      long: '길게 누름',
      hold: '길게 누름',
      release: '손을 뗌',
      on: '켜기 누름',
      off: '끄기 누름',
      toggle: '전환 누름',
      unlock_failure_invalid_pin_or_id: '맞지 않는 코드로 열려 함',
      unlock_failure_invalid_schedule: '시간이 아닐 때 열려 함',
      lock_failure_invalid_pin_or_id: '맞지 않는 코드로 잠그려 함',
      lock_failure_invalid_schedule: '시간이 아닐 때 잠그려 함',
    },
    state: {
      isOn: { true: '켜짐', false: '꺼짐' },
      isActive: { true: '감지됨', false: '감지 안 됨' },
      brightness: '밝기 {{value}}%',
      mode: '{{value}}',
      targetTemperature: '설정 {{value}}°C',
      currentTemperature: '현재 {{value}}°C',
      value: '값 {{value}}',
      lastEvent: '{{value}}',
    },
  },
  en: {
    action: {
      OPEN: 'Open',
      LOCK: 'Lock',
      SET: 'Set',
      PRESS: 'Press',
      LOCKED: 'Reported locked',
      UNLOCKED: 'Reported unlocked',
      UNLATCHED: 'Reported open',
      JAMMED: 'Reported jammed',
      ONLINE: 'Came online',
      OFFLINE: 'Went offline',
      CHANGED: 'Changed',
      PRESSED: 'Pressed',
      DENIED: 'Entry denied',
    },
    status: {
      QUEUED: 'Requested',
      SENT: 'Sent',
      ACCEPTED: 'Confirmed by device',
      EXECUTED: 'Done',
      FAILED: 'Failed',
      TIMED_OUT: 'No answer',
      EXPIRED: 'Expired',
      REJECTED_OFFLINE: 'Offline',
      REPORTED: 'Device report',
    },
    cause: {
      PERSON: 'Staff',
      RESERVATION: 'Reservation',
      AUTOMATION: 'Automatic',
      DEVICE: 'Device',
      UNKNOWN: 'Unknown',
    },
    source: {
      UNSPECIFIED: 'Unknown',
      MANUAL: 'By hand',
      PROPRIETARY_REMOTE: 'Maker’s remote',
      KEYPAD: 'Keypad',
      AUTO: 'Automatic',
      BUTTON: 'Button',
      SCHEDULE: 'Schedule',
      REMOTE: 'Remote',
      RFID: 'Card',
      BIOMETRIC: 'Biometric',
    },
    error: {
      DEVICE_OFFLINE: 'Device offline',
      BROKER_UNREACHABLE: 'No connection to the devices',
      SUPERSEDED: 'A later command took its place',
      EXPIRED_UNSENT: 'Not sent in time',
      NO_ANSWER: 'No answer',
      JAMMED: 'Jammed',
      REFUSED: 'Refused by the device',
      NOT_SUPPORTED: 'Not possible',
      DOOR_LOCKED_DOWN: 'Door locked down',
      FIRE_RELEASE: 'Fire release',
      SEND_FAILED: 'Could not be sent',
      FORMER_STATE_UNKNOWN: 'State before unknown',
    },
    rule: { relock: 'locking again', 'hold-open': 'the end of holding open', standby: 'an empty room’s standby' },
    climate: { OFF: 'off', AUTO: 'auto', COOL: 'cooling', HEAT: 'heating', DRY: 'drying', FAN_ONLY: 'fan' },
    event: {
      press: 'pressed',
      single: 'pressed once',
      double: 'pressed twice',
      triple: 'pressed three times',
      quadruple: 'pressed four times',
      long: 'held down',
      hold: 'held down',
      release: 'released',
      on: 'pressed on',
      off: 'pressed off',
      toggle: 'pressed toggle',
      unlock_failure_invalid_pin_or_id: 'tried to open with a wrong code',
      unlock_failure_invalid_schedule: 'tried to open at the wrong time',
      lock_failure_invalid_pin_or_id: 'tried to lock with a wrong code',
      lock_failure_invalid_schedule: 'tried to lock at the wrong time',
    },
    state: {
      isOn: { true: 'on', false: 'off' },
      isActive: { true: 'detected', false: 'not detected' },
      brightness: 'brightness {{value}}%',
      mode: '{{value}}',
      targetTemperature: 'wanted {{value}}°C',
      currentTemperature: 'measured {{value}}°C',
      value: 'value {{value}}',
      lastEvent: '{{value}}',
    },
  },
};
