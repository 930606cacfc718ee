import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { fromElsewhere, PASSWORD } from './support/people.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const PHONE = { width: 360, height: 740 } as const;
/** A larger amount than any other test refunds, because the approval rules apply to the whole chain. */
const LIMIT = 900_000;
const PAID = 1_000_000;

const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

interface Caller {
  (method: string, path: string, body?: unknown): Promise<Record<string, never>>;
}

test(
  'a refund above the limit is requested on one phone and approved on another, live, in both languages and both modes',
  inSweep(),
  async ({ another, browser, server, tokenOf, playroom, errors }) => {
    const callAs =
      (token: string | null): Caller =>
      async (method, path, body) => {
        const reply = await fetch(`${server}/api/v2${path}`, {
          method,
          headers: {
            ...fromElsewhere(),
            ...(token !== null && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const answer = (await reply.json()) as Record<string, never>;
        if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
        return answer;
      };
    const admin = callAs(await tokenOf('admin'));

    // The approval rules need two ADMINs, so the test creates a second one.
    const email = `second-${Date.now()}@test.example`;
    await callAs(null)('POST', '/auth/sign-up', {
      product: 'playroom',
      email,
      name: '이두리',
      phone: '010-2345-6789',
      storeName: '본사',
      password: PASSWORD,
    });
    const { items } = (await admin(
      'GET',
      `/playroom/user?q=${encodeURIComponent(email)}&state=PENDING`,
    )) as unknown as {
      items: { id: string; version: number }[];
    };
    const [requested] = items;
    if (requested === undefined) throw new Error('nobody asked for an account');
    await admin('POST', `/playroom/user/${requested.id}/approve`, {
      version: requested.version,
      roles: [{ role: 'ADMIN' }],
      storeIds: [],
    });
    const { accessToken } = (await callAs(null)('POST', '/auth/login', { email, password: PASSWORD })) as unknown as {
      accessToken: string;
    };

    // Sets the approval rules on their screen, on a phone.
    const office = await another('admin');
    await office.setViewportSize(PHONE);
    await office.goto('/dashboard/approval');
    const card = office.getByTestId('approval-rules');
    await card.getByRole('button', { name: '설정 바꾸기' }).click();
    const rules = office.getByRole('dialog', { name: '두 사람이 필요한 일' });
    await rules.getByLabel('큰 금액 환불').click();
    await rules.getByLabel('한 사람이 환불할 수 있는 금액').fill(String(LIMIT));
    await rules.getByLabel('사유').fill('큰 환불은 함께');
    await rules.getByRole('button', { name: '저장' }).click();
    await expect(card).toContainText('₩900,000 넘으면');
    await expect(office.getByText('대기 중인 요청이 없어요')).toBeVisible();

    const room = await playroom.addRoom(`승인 시험룸 ${Date.now()}`);
    const reservation = await playroom.book(room, dayFromNow(16), '10:00', '12:00');
    const address = `/dashboard/reservation?store=${playroom.storeId}&reservation=${reservation.id}`;
    await admin('POST', '/playroom/payment', {
      reservationId: reservation.id,
      method: 'CASH',
      amount: PAID,
      mayExceedDue: true,
    });

    // The second person has another browser context and stays on its first screen.
    const context = await browser.newContext({ viewport: PHONE });
    errors.watch(context);
    await context.addInitScript((token) => {
      if (window.origin !== 'null') sessionStorage.setItem('jwt_access_token', token);
    }, accessToken);
    const second = await context.newPage();
    await second.goto('/dashboard');
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(second.getByTestId('approval-bar')).toHaveCount(0);

    await office.goto(address);
    await office
      .getByTestId('payments')
      .getByRole('button', { name: /^현금 .* 환불$/ })
      .click();
    const dialog = office.getByRole('dialog', { name: /₩1,000,000/ });
    await dialog.getByLabel('환불 금액').fill(String(PAID));
    await dialog.getByLabel('사유').fill('행사가 취소됐어요');
    await expect(dialog.getByRole('note')).toContainText('₩900,000을 넘는 환불은 두 사람이 필요해요');
    await dialog.getByRole('button', { name: '승인 요청' }).click();
    await expect(dialog).toHaveCount(0);

    const bar = second.getByTestId('approval-bar');
    await expect(bar).toContainText('₩1,000,000 환불');
    // The request is a separate landmark, so that a screen reader finds it beside the page.
    await expect(second.getByRole('region', { name: '승인 요청' })).toContainText('₩1,000,000 환불');
    expect((await bar.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await fitsTheScreen(second);
    await bar.click();
    const request = second.getByTestId('approval').filter({ hasText: '행사가 취소됐어요' });
    await expect(request).toContainText('₩1,000,000 결제');
    await fitsTheScreen(second);
    await expectAccessible(second, { what: 'requests in Korean' });
    await second.goto('/dashboard/approval?lng=en');
    await expect(request).toContainText('Refund of ₩1,000,000');
    await expect(request.getByRole('button', { name: 'Approve' })).toBeVisible();
    await fitsTheScreen(second);
    await expectAccessible(second, { what: 'requests in English' });

    // The author of the request sees it as pending and cannot approve it.
    await office.goto('/dashboard/approval');
    const own = office.getByTestId('approval').filter({ hasText: '행사가 취소됐어요' });
    await expect(own.getByRole('button', { name: '요청 취소' })).toBeVisible();
    await expect(own.getByRole('button', { name: '승인' })).toHaveCount(0);

    const approve = request.getByRole('button', { name: 'Approve' });
    expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await approve.click();
    const sure = second.getByRole('dialog', { name: /Approve: Refund of/ });
    await expectAccessible(second, { what: 'the question', within: '[role=dialog]' });
    await sure.getByRole('button', { name: 'Approve' }).click();
    await expect(request).toHaveCount(0);
    await expect(own).toHaveCount(0);
    await expect(office.getByText('이두리 님이 승인했어요', { exact: false })).toBeVisible();
    await office.getByRole('tab', { name: '전체 기록' }).click();
    await expect(own).toContainText('승인·실행됨');
    await office.goto(address);
    await expect(office.getByTestId('payment').first()).toContainText('이두리');

    // A smaller amount needs a second person as well: the author requests it here, and the other person rejects and then
    // approves it.
    await office.goto('/dashboard/approval');
    const loosen = async (reason: string) => {
      await card.getByRole('button', { name: '설정 바꾸기' }).click();
      await rules.getByLabel('큰 금액 환불').click();
      await rules.getByLabel('사유').fill(reason);
      await expect(rules.getByRole('note')).toContainText('다른 관리자가 승인해야 바뀌어요');
      await rules.getByRole('button', { name: '승인 요청' }).click();
    };
    await loosen('첫 번째');
    await second.getByTestId('approval').filter({ hasText: '첫 번째' }).getByRole('button', { name: 'Refuse' }).click();
    const no = second.getByRole('dialog', { name: /Refuse/ });
    await no.getByLabel('Reason').fill('not yet');
    await no.getByRole('button', { name: 'Refuse' }).click();
    await expect(office.getByText('이두리 님이 거절했어요', { exact: false })).toBeVisible();
    await loosen('두 번째');
    await second
      .getByTestId('approval')
      .filter({ hasText: '두 번째' })
      .getByRole('button', { name: 'Approve' })
      .click();
    await second
      .getByRole('dialog', { name: /Approve/ })
      .getByRole('button', { name: 'Approve' })
      .click();
    await expect(card).not.toContainText('넘으면');
    // Close the pages before the account is disabled, because the server would refuse their requests.
    await context.close();
    const { version } = (await admin('GET', `/playroom/user/${requested.id}`)) as unknown as { version: number };
    await admin('POST', `/playroom/user/${requested.id}/disable`, { version, reason: '시험이 끝났어요' });
  },
);
