import type { Approval, AuditEntry, Payment, UserDetail } from '@munjigi/contract';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, test } from './support/fixtures.ts';
import { signInByForm, signOutByButton, walkAddresses, walkMenu, type Worker } from './support/journey.ts';
import { fromElsewhere, PASSWORD as DEMO_PASSWORD } from './support/people.ts';
import { at, dayFromNow, GUEST, type Reservation } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The demo's second chain: approval rules apply to a whole chain, and other tests change them in the first one. */
const PRODUCT = 'studyroom';
const PASSWORD = 'a sentence that nobody guesses';
/** The largest refund that one person may make; the test pays and refunds more. */
const [LIMIT, PAID] = [300_000, 400_000];

interface Chain {
  /** Calls the server with a `path` below the product. Rejects with the server's refusal. */
  ask<T>(token: string, method: string, path: string, body?: unknown): Promise<T>;
  /** Sends a sign-up request. */
  signUp(name: string, email: string): Promise<void>;
  signIn(email: string, password: string): Promise<string>;
}

function chainAt(server: string): Chain {
  const send = async (token: string | null, method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = {
      ...fromElsewhere(),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const reply = await fetch(`${server}/api/v2${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  return {
    ask: async <T>(token: string, method: string, path: string, body?: unknown) =>
      (await send(token, method, `/${PRODUCT}/${path}`, body)) as T,
    signUp: async (name, email) =>
      void (await send(null, 'POST', '/auth/sign-up', {
        product: PRODUCT,
        name,
        email,
        phone: '010-2345-6789',
        storeName: '신촌점',
        password: PASSWORD,
      })),
    signIn: async (email, password) =>
      ((await send(null, 'POST', '/auth/login', { email, password })) as { accessToken: string }).accessToken,
  };
}

/** Creates an ADMIN for this test, so that the audit log separates their acts from those of others. */
async function hireAdmin(chain: Chain, email: string): Promise<void> {
  const first = await chain.signIn('admin@study.test', DEMO_PASSWORD);
  await chain.signUp('서여정', email);
  const {
    items: [applicant],
  } = await chain.ask<{ items: { id: string; version: number }[] }>(
    first,
    'GET',
    `user?q=${encodeURIComponent(email)}&state=PENDING`,
  );
  await chain.ask(first, 'POST', `user/${applicant?.id}/approve`, {
    version: applicant?.version,
    roles: [{ role: 'ADMIN' }],
    storeIds: [],
  });
  const { version, refundLimit } = await chain.ask<{ version: number; refundLimit: number | null }>(
    first,
    'GET',
    'approval/rules',
  );
  if (refundLimit === LIMIT) return;
  await chain.ask(first, 'PATCH', 'approval/rules', {
    version,
    refundLimit: LIMIT,
    needsTwoForFireRelease: false,
    needsTwoForLockdown: false,
    reason: '큰 환불은 함께',
  });
}

/** The instant one month from now, to the minute, in the format of a date-and-time field and of a request. */
function monthAhead(): { shown: string; instant: string } {
  const date = dayFromNow(30);
  return { shown: `${date}T18:00`, instant: at(date, '18:00') };
}

const row = (page: Page, email: string) => page.getByTestId('user').filter({ hasText: email });

test(
  'a day of an ADMIN: a person gets rights with an end, a key is created, a refund takes two people, and the audit log shows exactly these steps',
  inSweep(),
  async ({ page, server, tokenOf }) => {
    test.slow();
    // Waits until the demo is complete.
    expect(await tokenOf('admin')).not.toBe('');
    const chain = chainAt(server);
    const stamp = Date.now().toString(36);
    const worker: Worker = {
      page,
      lng: 'kr',
      role: 'ADMIN',
      email: `journey-${stamp}@test.example`,
      password: PASSWORD,
    };
    const newcomer = `newcomer-${stamp}@test.example`;
    await hireAdmin(chain, worker.email);
    const token = await signInByForm(worker, '/dashboard');

    const franchisee =
      await test.step('approves the sign-up request with a role and a store, and sets an end to the right', async () => {
        await page.goto('/dashboard/system/users');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await chain.signUp('여새롬', newcomer);
        // The request appears without a reload and is counted in the menu.
        await expect(page.getByTestId('sign-up-badge').first()).toHaveAccessibleName(
          /^승인을 기다리는 가입 신청 \d+건$/,
        );
        await page.getByRole('tab', { name: /가입 신청/ }).click();
        await row(page, newcomer).getByRole('button').click();
        const drawer = page.getByTestId('user-drawer');
        await drawer.getByRole('button', { name: '승인' }).click();
        const approval = page.getByRole('dialog', { name: '여새롬 님 가입 승인' });
        await expect(approval.getByRole('checkbox', { name: '신촌점' })).toBeChecked();
        await approval.getByRole('button', { name: '승인하기' }).click();
        await expect(drawer.getByText('사용 중', { exact: true })).toBeVisible();
        const before = await chain.signIn(newcomer, PASSWORD);

        const end = monthAhead();
        await drawer.getByRole('button', { name: '권한 변경' }).click();
        const rights = page.getByRole('dialog', { name: '여새롬 님 권한 변경' });
        const until = rights.getByRole('group', { name: '가맹점주 종료 시각' });
        const [day = '', time = ''] = end.shown.split('T');
        await until.getByLabel('날짜', { exact: true }).fill(day);
        await until.getByLabel('시각', { exact: true }).fill(time);
        await rights.getByRole('button', { name: '저장' }).click();
        await expect(drawer.getByTestId('right-change').filter({ hasText: '가맹점주 기한 변경' })).toHaveCount(1);
        const {
          items: [kept],
        } = await chain.ask<{ items: UserDetail[] }>(token, 'GET', `user?q=${encodeURIComponent(newcomer)}`);
        expect([
          kept?.roles.map(({ role }) => role),
          Date.parse(kept?.roles[0]?.until ?? ''),
          kept?.stores.map(({ name }) => name),
        ]).toEqual([['FRANCHISEE'], Date.parse(end.instant), ['신촌점']]);
        // A change of rights ends the sessions that were opened with the old ones.
        await expect(chain.ask(before, 'GET', 'store?limit=1')).rejects.toThrow('401');
        return chain.signIn(newcomer, PASSWORD);
      });

    await test.step('creates an API key, which works', async () => {
      await page.goto('/dashboard/system/integrations');
      await page.getByRole('button', { name: '키 발급' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('이름').fill(`여정 채널 ${stamp}`);
      await dialog.getByRole('button', { name: '발급' }).click();
      const secret = await dialog.getByLabel('API 키').inputValue();
      await dialog.getByRole('button', { name: '닫기' }).click();
      expect(
        (await fetch(`${server}/api/v2/${PRODUCT}/channel/store`, { headers: { authorization: `Bearer ${secret}` } }))
          .status,
      ).toBe(200);
    });

    await test.step('approves, as the second person, a refund above the limit of one person', async () => {
      const {
        items: [room],
      } = await chain.ask<{ items: { id: string }[] }>(franchisee, 'GET', 'room?limit=1');
      const date = dayFromNow(21);
      const { id } = await chain.ask<Reservation>(franchisee, 'POST', 'reservation', {
        roomId: room?.id,
        startsAt: at(date, '10:00'),
        endsAt: at(date, '12:00'),
        ...GUEST,
      });
      const payment = await chain.ask<Payment>(franchisee, 'POST', 'payment', {
        reservationId: id,
        method: 'CASH',
        amount: PAID,
        mayExceedDue: true,
      });
      await expect(
        chain.ask(franchisee, 'POST', `payment/${payment.id}/refund`, {
          version: payment.version,
          amount: PAID,
          reason: '행사 취소',
        }),
      ).rejects.toThrow('APPROVAL_NEEDED');
      const approval = await chain.ask<Approval>(franchisee, 'POST', 'approval', {
        kind: 'REFUND',
        paymentId: payment.id,
        version: payment.version,
        amount: PAID,
        reason: `행사 취소 ${stamp}`,
      });
      await page.getByTestId('approval-bar').click();
      const request = page.getByTestId('approval').filter({ hasText: `행사 취소 ${stamp}` });
      await expect(request).toContainText('₩400,000 환불');
      await request.getByRole('button', { name: '승인' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '승인하고 실행' }).click();
      await expect(request).toHaveCount(0);
      expect(await chain.ask<Approval>(token, 'GET', `approval/${approval.id}`)).toMatchObject({
        state: 'DONE',
        endedBy: '서여정',
        askedBy: '여새롬',
      });
      expect(await chain.ask<Payment>(token, 'GET', `payment/${payment.id}`)).toMatchObject({
        state: 'CANCELED',
        refundedAmount: PAID,
      });
      // The refund is made once, and the log names both persons.
      const { items: acts } = await chain.ask<{ items: AuditEntry[] }>(
        token,
        'GET',
        `audit?subjectId=${payment.id}&limit=20`,
      );
      expect(acts.map(({ action, actor }) => [action, actor.label])).toEqual([
        ['payment.refunded', '여새롬 + 서여정'],
        ['payment.recorded', '여새롬'],
      ]);
      await chain.ask(franchisee, 'POST', `reservation/${id}/cancel`, {
        version: (await chain.ask<Reservation>(franchisee, 'GET', `reservation/${id}`)).version,
      });
    });

    await test.step('reads a statement, checks that its lines add up to its sum, and downloads it', async () => {
      await page.goto('/dashboard/system/settlement');
      await page
        .getByTestId('settlement-row')
        .filter({ has: page.locator('[data-state=PAID]') })
        .first()
        .getByRole('button')
        .click();
      const lines = page.getByTestId('settlement-lines');
      await expect(lines.locator('[data-line=SUM]')).toBeVisible();
      const wonOf = (text: string) => Number(text.replace('−', '-').replace(/[^\d-]/g, ''));
      const sum = wonOf((await lines.locator('[data-line=SUM] td').allInnerTexts()).join(''));
      const amounts = await lines.locator('tbody tr td.strong').allInnerTexts();
      expect([amounts.length > 1, amounts.reduce((won, text) => won + wonOf(text), 0)]).toEqual([true, sum]);
      await page.getByRole('button', { name: '내보내기' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV' }).click(),
      ]);
      expect(readFileSync(await download.path(), 'utf8')).toContain('로열티');
    });

    await walkMenu(worker);
    const {
      items: [room],
    } = await chain.ask<{ items: { id: string }[] }>(token, 'GET', 'room?limit=1');
    await walkAddresses(worker, room?.id ?? '');

    await test.step('finds exactly the acts of this day in the audit log', async () => {
      await page.goto('/dashboard/system/audit');
      await page.getByLabel('사람', { exact: true }).selectOption({ label: '서여정' });
      await expect(page).toHaveURL(/by=[0-9a-f-]{36}/);
      await expect(page.getByTestId('audit-row').filter({ hasText: '가입 승인' })).toHaveCount(1);
      // The unfiltered list may still be shown.
      const actions = () =>
        page
          .getByTestId('audit-row')
          .evaluateAll((rows) => rows.map((entry) => entry.getAttribute('data-action')).toReversed());
      await expect
        .poll(actions)
        .toEqual([
          'session.started',
          'user.approved',
          'user.changed',
          'api-key.created',
          'approval.approved',
          'settlement.exported',
        ]);
      const changed = page.getByTestId('audit-row').filter({ hasText: '사용자 권한·정보 변경' });
      await changed.getByRole('button').click();
      await expect(page.getByRole('dialog')).toContainText('user.changed');
      await page.getByRole('dialog').getByRole('button', { name: '닫기' }).first().click();
    });

    await signOutByButton(worker, server, token);
  },
);
