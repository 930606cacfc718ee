// @sweep 1/8 (decision 086)
import type { MessageProviderSettings, MessageSender, ReminderSettings, MessageTemplate } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { sampleTemplate } from '../../../testing/message-samples.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { MessageTemplatesPage } from './message-templates-page.tsx';
import { insertVariable } from './template-variables.ts';
import type { TemplatePreview } from './templates.api.ts';

const AT = '/api/v2/{product}/message-template' as const;
const LIST = `GET ${AT}` as const;
const SAVE = `POST ${AT}/{kind}/{language}` as const;
const PREVIEW = `POST ${AT}/{kind}/{language}/preview` as const;
const TEST = `POST ${AT}/{kind}/{language}/test` as const;
const VERSIONS = `GET ${AT}/{kind}/{language}/versions` as const;
const PROVIDERS = 'GET /api/v2/{product}/message-provider';
const SET_PROVIDER = 'POST /api/v2/{product}/message-provider';
const SENDER = 'GET /api/v2/{product}/store/{storeId}/message-sender';
const REMINDERS = 'GET /api/v2/{product}/store/{storeId}/message-reminders';
const SET_REMINDERS = 'POST /api/v2/{product}/store/{storeId}/message-reminders';
const SET_SENDER = 'POST /api/v2/{product}/store/{storeId}/message-sender';
const OPENED = '/?kind=CODE_ACTIVE&language=ko';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const preview = (over: Partial<TemplatePreview> = {}): TemplatePreview => ({
  subject: '출입 코드 안내',
  body: '홍길동님, 출입 코드는 1234입니다.',
  bytes: 38,
  isLinkMissing: false,
  channel: 'SMS',
  unknownVariables: [],
  missingVariables: [],
  ...over,
});
const solapi = (over: Partial<MessageProviderSettings> = {}): MessageProviderSettings => ({
  provider: 'SOLAPI',
  account: 'NCSKEY',
  address: '',
  hasSecret: true,
  senderPhone: '02-123-4567',
  kakaoChannelId: '',
  senderEmail: '',
  isEnabled: true,
  codeBudget: 1000,
  reportPath: '/api/v2/playroom/message-report/s3cret',
  changedAt: '2026-11-20T02:00:00.000Z',
  changedBy: '김지은',
  trouble: null,
  version: 4,
  ...over,
});
const sender = (over: Partial<MessageSender> = {}): MessageSender => ({
  storeId: STORES[0].id,
  senderPhone: '',
  senderEmail: '',
  quietFrom: null,
  quietUntil: null,
  version: null,
  ...over,
});

const reminders = (over: Partial<ReminderSettings> = {}): ReminderSettings => ({
  storeId: STORES[0].id,
  isDayBeforeOn: true,
  isStartsSoonOn: true,
  isRatingOn: true,
  isPassEndingOn: true,
  version: null,
  ...over,
});

function answers(role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN', template: MessageTemplate = sampleTemplate()) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: () => ({ items: [template, sampleTemplate({ kind: 'HELD', isEnabled: false, version: 0 })] }),
    [PREVIEW]: () => preview(),
    [SAVE]: () => ({ ...template, version: template.version + 1 }),
    [TEST]: () => ({ channel: 'SMS' as const, isAccepted: true, error: null }),
    [VERSIONS]: () => ({ total: 1, items: [template] }),
    [PROVIDERS]: () => ({ hasLinks: true, items: [solapi()] }),
    [SET_PROVIDER]: () => solapi({ version: 5 }),
    [SENDER]: () => sender(),
    [SET_SENDER]: () => sender({ version: 1 }),
    [REMINDERS]: () => reminders(),
    [SET_REMINDERS]: () => reminders({ isStartsSoonOn: false, version: 1 }),
  } as const;
}
const editor = async () => within(await screen.findByRole('dialog', { name: '출입 코드 안내 · 한국어' }));
const bodyField = (dialog: Awaited<ReturnType<typeof editor>>) =>
  dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^내용/ });

it('a variable replaces the selected text, and the cursor stands behind it', () => {
  expect(insertVariable('a b c', { start: 2, end: 3 }, 'guestName')).toEqual({ text: 'a {{guestName}} c', end: 15 });
});

it('the template list shows every kind with language, state, version and alimtalk, and opens one', async () => {
  answerCalls(answers('ADMIN', sampleTemplate({ alimtalkState: 'REQUESTED', alimtalkCode: 'T1' })));
  const { search } = await renderScreen(<MessageTemplatesPage />);
  const [off, on] = await screen.findAllByTestId('message-template');
  for (const words of ['한국어', '꺼 둠', '기본 문구', '알림톡 사용하지 않음'])
    expect(off?.textContent).toContain(words);
  for (const words of ['사용 중', '버전 2', '알림톡 심사 중']) expect(on?.textContent).toContain(words);
  fireEvent.click(within(on ?? document.body).getByRole('button'));
  await editor();
  expect(search()).toBe('?kind=CODE_ACTIVE&language=ko');
});

it('the editor inserts a variable at the cursor, previews the text, and saves it as the next version (MS-3)', async () => {
  const requests = answerCalls(answers());
  await renderScreen(<MessageTemplatesPage />, OPENED);
  const dialog = await editor();
  expect((await dialog.findByTestId('template-preview')).textContent).toBe('홍길동님, 출입 코드는 1234입니다.');
  expect(dialog.getByTestId('template-bytes').textContent).toContain('문자(SMS) · 38바이트');
  const body = bodyField(dialog);
  body.setSelectionRange(0, 0);
  fireEvent.click(dialog.getByRole('button', { name: '매장 이름 넣기' }));
  const text = '{{storeName}}{{guestName}}님, 출입 코드는 {{accessCode}}입니다.';
  expect(body.value).toBe(text);
  await waitFor(() => expect(requests.get(PREVIEW)?.at(-1)?.body?.['body']).toBe(text));
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await waitFor(() => expect(requests.get(SAVE)).toHaveLength(1));
  expect(requests.get(SAVE)?.[0]?.body).toEqual({
    version: 2,
    isEnabled: true,
    subject: '출입 코드 안내',
    body: text,
    alimtalkCode: '',
    alimtalkState: 'NONE',
  });
});

it('the editor names unknown and missing variables below the text while it is typed', async () => {
  answerCalls({
    ...answers(),
    [PREVIEW]: () => preview({ unknownVariables: ['roomNmae'], missingVariables: ['accessCode'] }),
  });
  await renderScreen(<MessageTemplatesPage />, OPENED);
  const dialog = await editor();
  await dialog.findByText(
    '이 메시지에 없는 변수예요: {{roomNmae}}. 꼭 필요한 변수가 빠졌어요: 출입 코드 {{accessCode}}.',
  );
  expect(bodyField(dialog).getAttribute('aria-invalid')).toBe('true');
});

it('the editor saves no empty text, and no alimtalk state without a code', async () => {
  const requests = answerCalls(answers());
  await renderScreen(<MessageTemplatesPage />, OPENED);
  const dialog = await editor();
  fireEvent.change(bodyField(dialog), { target: { value: ' ' } });
  fireEvent.change(dialog.getByRole('combobox', { name: '알림톡 심사 상태' }), { target: { value: 'APPROVED' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await dialog.findByText('꼭 입력해 주세요.');
  expect(dialog.getByText('알림톡 템플릿 코드를 입력해 주세요.')).toBeTruthy();
  expect(requests.get(SAVE)).toBeUndefined();
});

it('the editor asks before a typed text is lost, and closes without a question otherwise', async () => {
  answerCalls(answers());
  const { search } = await renderScreen(<MessageTemplatesPage />, OPENED);
  const dialog = await editor();
  fireEvent.change(bodyField(dialog), { target: { value: '내 문구 {{accessCode}}' } });
  fireEvent.click(dialog.getByRole('button', { name: '취소' }));
  const question = within(await screen.findByRole('dialog', { name: '저장하지 않고 나갈까요?' }));
  fireEvent.click(question.getByRole('button', { name: '계속 편집' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '저장하지 않고 나갈까요?' })).toBeNull());
  expect(bodyField(await editor()).value).toBe('내 문구 {{accessCode}}');
  fireEvent.change(bodyField(dialog), { target: { value: sampleTemplate().body } });
  fireEvent.click(dialog.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(search()).toBe(''));
});

it('the editor shows both texts when another person saved the template first (AP-4)', async () => {
  const theirs = sampleTemplate({ version: 3, body: '다른 문구 {{accessCode}}' });
  const requests = answerCalls({ ...answers(), [SAVE]: () => refuse('STALE', 409, { current: theirs }) });
  await renderScreen(<MessageTemplatesPage />, OPENED);
  const dialog = await editor();
  fireEvent.change(bodyField(dialog), { target: { value: '내 문구 {{accessCode}}' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  expect((await dialog.findByTestId('stale-notice')).textContent).toContain('다른 문구 {{accessCode}}');
  fireEvent.click(dialog.getByRole('button', { name: '내 값으로 저장' }));
  await waitFor(() => expect(requests.get(SAVE)?.at(-1)?.body?.['version']).toBe(3));
});

it('a template that a person cannot change is shown read-only, without a test', async () => {
  answerCalls(answers('SUB_ADMIN'));
  await renderScreen(<MessageTemplatesPage />, OPENED);
  const dialog = await editor();
  expect(bodyField(dialog).readOnly).toBe(true);
  expect(dialog.getByText('문구는 관리자가 바꿀 수 있어요.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: '저장' })).toBeNull();
  expect(dialog.queryByRole('tab', { name: '테스트 발송' })).toBeNull();
  expect(screen.queryByRole('tab', { name: '발송사 연결', hidden: true })).toBeNull();
});

it('a test needs the saved text and a phone number or an e-mail, and shows its outcome', async () => {
  let isAccepted = true;
  const requests = answerCalls({
    ...answers(),
    [TEST]: () => ({ channel: isAccepted ? 'SMS' : null, isAccepted, error: isAccepted ? null : '잔액 부족' }),
  });
  await renderScreen(<MessageTemplatesPage />, OPENED);
  const dialog = await editor();
  fireEvent.change(bodyField(dialog), { target: { value: '내 문구 {{accessCode}}' } });
  fireEvent.click(dialog.getByRole('tab', { name: '테스트 발송' }));
  const send = () => dialog.getByRole<HTMLButtonElement>('button', { name: '테스트 발송' });
  expect(send().disabled).toBe(true);
  fireEvent.click(dialog.getByRole('tab', { name: '문구' }));
  fireEvent.change(bodyField(dialog), { target: { value: sampleTemplate().body } });
  fireEvent.click(dialog.getByRole('tab', { name: '테스트 발송' }));
  const to = dialog.getByRole('textbox', { name: '받을 전화번호나 이메일' });
  fireEvent.change(to, { target: { value: '홍길동' } });
  fireEvent.click(send());
  await dialog.findByText('전화번호나 이메일 주소를 입력해 주세요.');
  fireEvent.change(to, { target: { value: ' 010-1234-5678 ' } });
  fireEvent.click(send());
  expect((await dialog.findByTestId('test-outcome')).textContent).toBe(
    '발송사가 받았어요. 010-1234-5678에서 문자(SMS) 수신을 확인해 주세요.',
  );
  expect(requests.get(TEST)?.[0]?.body).toEqual({ to: '010-1234-5678' });
  isAccepted = false;
  fireEvent.click(send());
  await dialog.findByText('보내지 못했어요. 발송사 응답: 잔액 부족');
});

it('the versions of a template show text, author and time', async () => {
  answerCalls(answers());
  await renderScreen(<MessageTemplatesPage />, OPENED);
  const dialog = await editor();
  fireEvent.click(dialog.getByRole('tab', { name: '이전 버전' }));
  const version = await dialog.findByTestId('template-version');
  for (const words of ['버전 2', '어제 11:00 김지은 변경', '출입 코드는 {{accessCode}}입니다.'])
    expect(version.textContent).toContain(words);
});

it('a connection never shows its secret, keeps it when the field is empty, and shows its trouble (MS-9)', async () => {
  const trouble = { error: 'HTTP 401 Unauthorized', waiting: 12, since: '2026-11-21T01:00:00.000Z' };
  const requests = answerCalls({ ...answers(), [PROVIDERS]: () => ({ hasLinks: true, items: [solapi({ trouble })] }) });
  await renderScreen(<MessageTemplatesPage />, '/?part=connections');
  const [card, mail] = await screen.findAllByTestId('message-provider');
  expect(within(card ?? document.body).getByTestId('message-trouble').textContent).toBe(
    '발송사의 키나 비밀번호가 맞지 않아요. (HTTP 401 Unauthorized) 오늘 10:00부터 메시지 12건이 기다리고 있어요.',
  );
  expect(
    within(card ?? document.body).getByDisplayValue(`${window.location.origin}/api/v2/playroom/message-report/s3cret`),
  ).toBeTruthy();
  expect(mail?.textContent).toContain('아직 연결하지 않았어요.');
  fireEvent.click(screen.getByRole('button', { name: '솔라피 연결 변경' }));
  const dialog = within(await screen.findByRole('dialog', { name: '솔라피 연결' }));
  expect(dialog.getByLabelText<HTMLInputElement>('API 시크릿').value).toBe('');
  fireEvent.change(dialog.getByLabelText(/^발신번호/), { target: { value: '02-999-0000' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await waitFor(() => expect(requests.get(SET_PROVIDER)).toHaveLength(1));
  expect(requests.get(SET_PROVIDER)?.[0]?.body).toEqual({
    provider: 'SOLAPI',
    version: 4,
    account: 'NCSKEY',
    address: '',
    senderPhone: '02-999-0000',
    kakaoChannelId: '',
    senderEmail: '',
    isEnabled: true,
    codeBudget: 1000,
  });
});

it('a connection shows the budget of phone codes of a day, and saves no budget outside its limits (BK-5)', async () => {
  const requests = answerCalls({ ...answers(), [PROVIDERS]: () => ({ hasLinks: true, items: [solapi()] }) });
  await renderScreen(<MessageTemplatesPage />, '/?part=connections');
  const [card] = await screen.findAllByTestId('message-provider');
  expect(card?.textContent).toContain('하루 미입력 인증번호 한도1,000건');
  fireEvent.click(screen.getByRole('button', { name: '솔라피 연결 변경' }));
  const dialog = within(await screen.findByRole('dialog', { name: '솔라피 연결' }));
  const budget = dialog.getByLabelText(/^하루 미입력 인증번호 한도/);
  for (const wrong of ['49', '100001', '1,000', '']) {
    fireEvent.change(budget, { target: { value: wrong } });
    fireEvent.click(dialog.getByRole('button', { name: '저장' }));
    await dialog.findByText('50에서 100,000 사이의 숫자를 입력해 주세요.');
  }
  expect(requests.get(SET_PROVIDER)).toBeUndefined();
  fireEvent.change(budget, { target: { value: '2500' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await waitFor(() => expect(requests.get(SET_PROVIDER)?.[0]?.body).toMatchObject({ codeBudget: 2500 }));
});

it('a new connection is not saved without what the provider needs', async () => {
  const requests = answerCalls(answers());
  await renderScreen(<MessageTemplatesPage />, '/?part=connections');
  fireEvent.click(await screen.findByRole('button', { name: '이메일(SMTP) 연결하기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '이메일(SMTP) 연결' }));
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  expect(await dialog.findAllByText('꼭 입력해 주세요.')).toHaveLength(2);
  expect(requests.get(SET_PROVIDER)).toBeUndefined();
});

it('a store gets its own sender and quiet hours, of which both times are given or none (MS-6)', async () => {
  const requests = answerCalls(answers());
  await renderScreen(<MessageTemplatesPage />, '/?part=sender');
  const form = within(await screen.findByTestId('sender-form'));
  fireEvent.change(form.getByLabelText('발신번호'), { target: { value: '02-555-1234' } });
  const from = form.getByLabelText('시작');
  fireEvent.change(from, { target: { value: '21:00' } });
  fireEvent.blur(from);
  fireEvent.click(form.getByRole('button', { name: '저장' }));
  await form.findByText('시작과 종료를 모두 입력하거나 모두 비워 주세요.');
  expect(requests.get(SET_SENDER)).toBeUndefined();
  const until = form.getByLabelText('종료');
  fireEvent.change(until, { target: { value: '08:00' } });
  fireEvent.blur(until);
  fireEvent.click(form.getByRole('button', { name: '저장' }));
  await waitFor(() => expect(requests.get(SET_SENDER)).toHaveLength(1));
  expect(requests.get(SET_SENDER)?.[0]?.body).toEqual({
    version: null,
    senderPhone: '02-555-1234',
    senderEmail: '',
    quietFrom: '21:00',
    quietUntil: '08:00',
  });
});

it('a store turns a reminder off, which saves at once (MS-21)', async () => {
  const requests = answerCalls(answers());
  await renderScreen(<MessageTemplatesPage />, '/?part=sender');
  const card = within(await screen.findByTestId('reminders-card'));
  fireEvent.click(card.getByRole('switch', { name: '두 시간 전 안내' }));
  await waitFor(() => expect(requests.get(SET_REMINDERS)).toHaveLength(1));
  expect(requests.get(SET_REMINDERS)?.[0]?.body).toEqual({
    version: null,
    isDayBeforeOn: true,
    isStartsSoonOn: false,
    isRatingOn: true,
    isPassEndingOn: true,
  });
});

it('a person without the right sees the reminders of a store and cannot change them (MS-21)', async () => {
  answerCalls(answers('SUB_ADMIN'));
  await renderScreen(<MessageTemplatesPage />, '/?part=sender');
  const card = within(await screen.findByTestId('reminders-card'));
  for (const one of card.getAllByRole<HTMLInputElement>('switch')) expect(one.disabled).toBe(true);
  card.getByText('관리자와 가맹점주만 바꿀 수 있어요.');
});
