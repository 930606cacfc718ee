/**
 * The privacy policy to begin with: it describes what the product does with the data of guests (docs/domain.md 6). Head
 * office completes and publishes it. A line that begins with `# ` is a heading.
 */
export const PRIVACY_TEMPLATE = {
  kr: `{{chain}}(이하 "회사")는 예약 손님의 개인정보를 아래와 같이 처리합니다.

# 1. 처리 목적과 항목
- 예약 접수와 이용 안내: 이름, 휴대전화번호, 예약 내역. 해외 번호인 손님은 이메일 주소.
- 본인 확인: 휴대전화나 이메일로 보낸 인증번호의 확인 기록.
- 결제와 환불: 결제 내역, 환불받을 계좌(은행, 계좌번호, 예금주). 카드번호는 결제대행사가 처리하며 회사는 보관하지 않습니다.
- 출입과 안전: 출입 코드, 문을 연 시각, 도움 요청 내용과 사진.
- 부정 이용 방지: 접속 주소와 전화번호를 알아볼 수 없게 바꾼 값.

# 2. 보유 기간
이용이 끝난 날부터 {{months}}개월 동안 보관한 뒤 지웁니다. 계약·대금 결제 기록은 전자상거래법에 따라 5년 동안 보관합니다. 인증번호와 부정 이용 방지를 위한 값은 하루 뒤에 지웁니다.

# 3. 제3자 제공
손님의 동의가 있거나 법률에 따른 경우가 아니면 다른 사람에게 제공하지 않습니다. 예약한 매장의 운영자는 예약을 이행하기 위해 예약 정보를 봅니다.

# 4. 처리 위탁
회사는 다음 업무를 맡기고, 맡은 곳이 개인정보를 안전하게 다루는지 확인합니다.
{{processors}}

# 5. 파기
보유 기간이 끝난 정보는 되살릴 수 없게 지웁니다. 이름과 연락처는 암호화해 보관하며, 종이에 옮긴 정보는 파쇄합니다.

# 6. 손님의 권리
손님은 자신의 정보를 보거나 고치거나 지우거나 처리를 멈추도록 요구할 수 있습니다. 아래 담당자에게 연락하면 10일 안에 처리합니다. 만 14세 미만은 법정대리인이 요구할 수 있습니다.

# 7. 안전 조치
이름·전화번호·계좌의 암호화, 접근 권한의 제한, 열람 기록의 보관과 점검을 합니다.

# 8. 자동으로 수집되는 정보
예약 페이지는 같은 기기에서 연 링크인지 알아보기 위해 쿠키 하나를 씁니다. 브라우저에서 쿠키를 막을 수 있으며, 그러면 취소할 때 인증번호를 한 번 더 확인합니다. 광고나 방문 분석을 위한 쿠키는 쓰지 않습니다.

# 9. 개인정보 보호책임자
{{officerName}} · {{officerContact}}
침해 신고와 상담: 개인정보침해신고센터(국번 없이 118), 개인정보분쟁조정위원회(1833-6972).

# 10. 시행
이 방침은 {{effectiveOn}}부터 시행합니다. 바뀐 내용은 시행 전에 이 페이지에 알리고, 이전 방침도 여기에서 볼 수 있습니다.`,
  en: `{{chain}} ("we") processes the personal data of guests as follows.

# 1. Purposes and data
- Reservations and the stay: name, mobile number, details of the reservation. With a number outside Korea, an e-mail address.
- Confirming the guest: the record of codes that were sent to the phone or mailbox.
- Payments and refunds: the payments, and the account for a refund (bank, number, holder). Card numbers stay with the payment provider.
- Entry and safety: access codes, the times at which a door was opened, requests for help with their photos.
- Preventing abuse: network addresses and phone numbers, changed so that they cannot be read.

# 2. How long
We keep the data for {{months}} months after the stay and then delete it. Records of contracts and payments are kept for five years, as the Korean E-Commerce Act requires. Codes and values against abuse are deleted after a day.

# 3. Third parties
We give the data to others only with the consent of the guest or where the law requires it. The operator of the store sees the reservation to fulfil it.

# 4. Processors
We entrust these tasks to others, and check that they protect the data.
{{processors}}

# 5. Deletion
Data is deleted for good when its period has ended. Names and contacts are stored encrypted.

# 6. Your rights
You can ask to see, correct or delete your data, or to stop its processing. Contact the person below; we answer within ten days. A legal representative can act for a child under 14.

# 7. Protection
We encrypt names, phone numbers and accounts, limit who has access, and record and review each access.

# 8. Cookies
The pages set one cookie that recognises the device on which a link was opened. You can block it; a cancellation then needs one more code. We use no cookies for advertising or analytics.

# 9. Privacy officer
{{officerName}} · {{officerContact}}
You can also contact the Privacy Infringement Report Center (118 in Korea).

# 10. Effect
This policy is in force from {{effectiveOn}}. Changes are announced on this page, and earlier versions can be read here.`,
  /** What the product itself entrusts; head office adds the companies by name. */
  processors: [
    { name: '토스페이먼츠(주)', task: '카드·계좌이체·간편결제의 승인과 취소', country: '' },
    { name: '(주)솔라피', task: '예약 안내 문자와 알림톡의 발송', country: '' },
  ],
} as const;
