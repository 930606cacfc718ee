/** A room of the demo that every person of the tests has the right to see. */
export const ROOM_NAME = '1번 한강룸';
/** The placeholder of that room's id in a path. */
export const ROOM_ID = '{room}';
/** The placeholder of the id of that room's store. */
export const STORE_ID = '{store}';

/** Every screen with a person who opens it, for the tests that visit all screens. */
export const SCREENS = [
  { name: 'sign-in', path: '/auth/jwt/sign-in', who: null, kr: '로그인', en: 'Sign in' },
  { name: 'sign-up', path: '/auth/jwt/sign-up', who: null, kr: '가입 신청', en: 'Sign up' },
  {
    name: 'forgot-password',
    path: '/auth/jwt/forgot-password',
    who: null,
    kr: '비밀번호를 잊으셨나요?',
    en: 'Forgot your password?',
  },
  { name: 'not-found', path: '/404', who: null, kr: '페이지를 찾을 수 없어요', en: 'Page not found' },
  { name: 'overview', path: '/dashboard', who: 'admin', kr: '대시보드', en: 'Dashboard' },
  { name: 'rooms', path: '/dashboard/room', who: 'owner', kr: '플레이룸 관리', en: 'Play-rooms' },
  { name: 'room', path: `/dashboard/room/${ROOM_ID}`, who: 'owner', kr: ROOM_NAME, en: ROOM_NAME },
  { name: 'room-edit', path: `/dashboard/room/${ROOM_ID}/edit`, who: 'owner', kr: '룸 수정', en: 'Edit room' },
  { name: 'store', path: '/dashboard/store', who: 'owner', kr: '매장 설정', en: 'Store settings' },
  { name: 'doors', path: '/dashboard/door', who: 'owner', kr: '출입문 설정', en: 'Door settings' },
  { name: 'statistics', path: '/dashboard/statistics', who: 'owner', kr: '매출 정산', en: 'Sales settlement' },
  {
    name: 'settlement',
    path: '/dashboard/statistics/settlement',
    who: 'owner',
    kr: '정산서',
    en: 'Settlement statements',
  },
  { name: 'reservation', path: '/dashboard/reservation', who: 'owner', kr: '예약 관리', en: 'Reservations' },
  { name: 'payments', path: '/dashboard/admin/payments', who: 'admin', kr: '결제 내역 관리', en: 'Payment history' },
  { name: 'deposits', path: '/dashboard/deposit', who: 'owner', kr: '입금 확인', en: 'Deposits' },
  {
    name: 'notification',
    path: '/dashboard/admin/notification',
    who: 'admin',
    kr: '결제 알림 조회',
    en: 'Payment notifications',
  },
  {
    name: 'device-history',
    path: '/dashboard/admin/device-history',
    who: 'admin',
    kr: '기기 제어 조회',
    en: 'Device-control lookup',
  },
  { name: 'support', path: '/dashboard/support', who: 'care', kr: '손님 응대', en: 'Help desk' },
  {
    name: 'no-permission',
    path: '/dashboard/system/users',
    who: 'care',
    kr: '이 화면을 볼 권한이 없어요',
    en: 'You do not have access to this page',
  },
] as const;

/** Screens that `npm run proof -- screens` visits as well; in `npm test` they have separate tests. */
export const FURTHER_SCREENS = [
  {
    name: 'doors-table',
    path: '/dashboard/door?view=table',
    who: 'owner',
    kr: '출입문 설정',
    en: 'Door settings',
  },
  {
    name: 'demo-inbox',
    path: '/dashboard/system/demo-inbox',
    who: 'admin',
    kr: '데모 수신함',
    en: 'Demo inbox',
  },
  { name: 'on-call', path: '/dashboard/on-call', who: 'owner', kr: '당직', en: 'On call' },
  {
    name: 'on-call-rules',
    path: '/dashboard/on-call?part=rules',
    who: 'owner',
    kr: '당직',
    en: 'On call',
  },
  {
    name: 'store-guest-information',
    path: `/dashboard/store?store=${STORE_ID}&tab=guests`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  {
    name: 'store-ratings',
    path: `/dashboard/store?store=${STORE_ID}&tab=ratings`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  { name: 'coupons', path: '/dashboard/coupon', who: 'admin', kr: '쿠폰', en: 'Coupons' },
  { name: 'approvals', path: '/dashboard/approval', who: 'admin', kr: '승인 요청', en: 'Approvals' },
  { name: 'account', path: '/dashboard/account', who: 'admin', kr: '내 정보', en: 'My account' },
  { name: 'payouts', path: '/dashboard/system/settlement', who: 'admin', kr: '정산서', en: 'Settlement statements' },
  {
    name: 'deliveries',
    path: '/dashboard/system/integrations/delivery',
    who: 'admin',
    kr: '웹훅 전송 기록',
    en: 'Webhook deliveries',
  },
  {
    name: 'reservation-list',
    path: '/dashboard/reservation?view=list',
    who: 'owner',
    kr: '예약 관리',
    en: 'Reservations',
  },
  {
    name: 'reservation-week',
    path: `/dashboard/reservation?view=week&store=${STORE_ID}`,
    who: 'owner',
    kr: '예약 관리',
    en: 'Reservations',
  },
  {
    name: 'store-hours',
    path: `/dashboard/store?store=${STORE_ID}&tab=hours`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  {
    name: 'store-booking',
    path: `/dashboard/store?store=${STORE_ID}&tab=booking`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  {
    name: 'store-prices',
    path: `/dashboard/store?store=${STORE_ID}&tab=prices`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  {
    name: 'store-cancellation',
    path: `/dashboard/store?store=${STORE_ID}&tab=cancellation`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  {
    name: 'store-closures',
    path: `/dashboard/store?store=${STORE_ID}&tab=closures`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  {
    name: 'store-settlement',
    path: `/dashboard/store?store=${STORE_ID}&tab=settlement`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  {
    name: 'store-modes',
    path: `/dashboard/store?store=${STORE_ID}&tab=modes`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  {
    name: 'store-feeds',
    path: `/dashboard/store?store=${STORE_ID}&tab=feeds`,
    who: 'owner',
    kr: '매장 설정',
    en: 'Store settings',
  },
  {
    name: 'reset-password',
    path: '/reset-password',
    who: null,
    kr: '사용할 수 없는 링크예요',
    en: 'This link cannot be used',
  },
  {
    name: 'invitation-invalid',
    path: '/invitation',
    who: null,
    kr: '사용할 수 없는 초대예요',
    en: 'This invitation cannot be used',
  },
] as const;

/** The address of a screen in a language. The address may have a query, such as the tab. */
export function addressInLanguage(address: string, language: 'kr' | 'en'): string {
  return `${address}${address.includes('?') ? '&' : '?'}lng=${language}`;
}
