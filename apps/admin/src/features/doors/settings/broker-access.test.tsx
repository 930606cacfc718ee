import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { sampleId } from '../../../testing/samples.ts';
import { BrokerAccess } from './broker-access.tsx';

const READ = 'GET /api/v2/{product}/store/{storeId}/broker';
const CREATE = 'POST /api/v2/{product}/store/{storeId}/broker/account';
const REVOKE = 'DELETE /api/v2/{product}/device-account/{accountId}';
const account = {
  id: sampleId(70),
  storeId: STORES[0].id,
  name: '앞문 도어록',
  userName: 'device-0123456789ab',
  createdAt: '2026-11-20T10:00:00.000Z',
  createdByName: '김지은',
  revokedAt: null,
};
const broker = {
  host: 'mqtt.example.com',
  port: 8883,
  isEncrypted: true,
  isLoopback: false,
  isEmbedded: true,
  storeId: STORES[0].id,
  topicPrefix: 'playroom/gangnam',
};

function open(): void {
  const details = screen.getByTestId<HTMLDetailsElement>('broker-access');
  details.open = true;
  fireEvent(details, new Event('toggle'));
}

it('the broker access shows the address, creates an account with its password once, and revokes one (DR-80)', async () => {
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [READ]: () => ({ ...broker, accounts: [account] }),
    [CREATE]: () => ({ ...account, id: sampleId(71), name: '뒷문', password: 'shown-once' }),
    [REVOKE]: () => ({ ...account, revokedAt: '2026-11-20T11:00:00.000Z' }),
  });
  await renderScreen(<BrokerAccess storeId={STORES[0].id} />);
  await screen.findByTestId('broker-access');
  expect(requests.has(READ)).toBe(false);
  open();
  const access = within(await screen.findByTestId('broker-access'));
  expect(await access.findByText('mqtt.example.com')).toBeTruthy();
  for (const text of ['8883', 'playroom/gangnam/', '켬']) expect(access.getByText(text)).toBeTruthy();

  fireEvent.click(access.getByRole('button', { name: '계정 만들기' }));
  expect(requests.has(CREATE)).toBe(false);
  fireEvent.change(access.getByLabelText('기기나 허브 이름'), { target: { value: ' 뒷문 ' } });
  fireEvent.click(access.getByRole('button', { name: '계정 만들기' }));
  const newAccount = within(await access.findByTestId('new-device-account'));
  expect(newAccount.getByLabelText<HTMLInputElement>('비밀번호').value).toBe('shown-once');
  expect(requests.get(CREATE)?.[0]?.body).toEqual({ name: '뒷문' });

  fireEvent.click(access.getByRole('button', { name: '앞문 도어록 계정 폐기' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '폐기' }));
  await waitFor(() => expect(requests.get(REVOKE)?.[0]?.path).toContain(account.id));
});

it('the broker access creates no account at an external broker, and says where that is done', async () => {
  answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [READ]: () => ({ ...broker, isEmbedded: false, accounts: [] }),
  });
  await renderScreen(<BrokerAccess storeId={STORES[0].id} />);
  await screen.findByTestId('broker-access');
  open();
  expect(await screen.findByText(/외부 브로커를 쓰고 있어요/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: '계정 만들기' })).toBeNull();
});
