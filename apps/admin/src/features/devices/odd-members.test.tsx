import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { OddMembers } from './odd-members.tsx';

it('the odd members of a device are shown with their text, their number and their time', async () => {
  answerCalls({ 'GET /api/v2/auth/me': () => person('ADMIN') });
  await renderScreen(
    <OddMembers
      members={[
        { member: 'battery', text: '200', count: 1200, lastAt: '2026-11-20T10:00:00Z' },
        { member: 'contact', text: '', count: 1, lastAt: '2026-11-19T10:00:00Z' },
      ]}
    />,
  );
  const section = await screen.findByRole('region', { name: '읽지 못한 값' });
  expect(section.textContent).toContain('battery: 200');
  expect(section.textContent).toContain('1,200번, 마지막');
  expect(section.textContent).toContain('contact: (빈 값)');
});

it('the odd members of a device are absent if all was read', async () => {
  answerCalls({ 'GET /api/v2/auth/me': () => person('ADMIN') });
  await renderScreen(<OddMembers members={[]} />);
  expect(screen.queryByRole('region', { name: '읽지 못한 값' })).toBeNull();
});
