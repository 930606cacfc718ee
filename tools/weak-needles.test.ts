import { describe, expect, it } from 'vitest';
import { filesBelow, isTest, readSource } from './sources.ts';
import { findWeakNeedles } from './weak-needles.ts';

const found = (text: string) => findWeakNeedles('a.test.ts', text).map((line) => /«(.*)»/.exec(line)?.[1]);

describe('the search of a test', () => {
  it.each([
    [`expect(JSON.stringify(rows)).not.toContain('8675')`, '8675'],
    [`expect(JSON.stringify(rows)).toContain("dead-beef")`, 'dead-beef'],
    [`expect(logLines.join('\\n')).not.toMatch(/홍길동|1234/)`, '1234'],
    [`expect(JSON.stringify(x)).not.toMatch(/\\d{6}/)`, '000000'],
    [`const text = JSON.stringify(body); expect(text).not.toContain('5678')`, '5678'],
    [`for (const secret of ['홍길동', '5678']) expect(body.text).not.toContain(secret)`, '5678'],
    [`const CODE = '482915'; expect(html).not.toContain(String(CODE))`, '482915'],
    [`expect(JSON.stringify(rows)).not.toContain(phone.slice(-4))`, 'phone.slice(-4)'],
    [`if (String(error).includes('409')) return`, '409'],
    [`expect(/1234/.test(dump)).toBe(false)`, '1234'],
    [`await client.query('select from x t where strpos(t::text, $1) > 0', ['8675'])`, '8675'],
    ['await sql`select from x t where t::text like ${"%8675%"}`.execute(tx)', '%8675%'],
    [`await expect(page.getByRole('main')).not.toContainText('32199')`, '32199'],
  ])('is refused in: %s', (text, needle) => {
    expect(found(text)).toEqual([needle]);
  });

  it.each([
    `expect(JSON.stringify(rows)).not.toContain('홍길동')`,
    `expect(JSON.stringify(rows)).not.toContain('010-1234-5678')`,
    `expect(JSON.stringify(rows)).not.toMatch(/01012345678|\\*\\*\\*\\*-5678/)`,
    `expect(JSON.stringify(rows)).not.toContain('"482915"')`,
    `expect(hasNumber(JSON.stringify(rows), '482915')).toBe(false)`,
    `expect(row.code).toContain('1025')`,
    `expect(ids).not.toContain('7')`,
    `await expect(page.getByTestId('count')).toContainText('12')`,
    `if (String(error).includes('answered 409')) return`,
    `await client.query('select from x where code = $1', ['8675'])`,
  ])('is accepted in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('names the file, the line and what to do', () => {
    expect(findWeakNeedles('apps/x.test.ts', `\n\nexpect(JSON.stringify(rows)).not.toContain('8675')`)).toEqual([
      expect.stringMatching(/^apps\/x\.test\.ts:3: .*hasNumber$/),
    ]);
  });

  it('is for no text that random ids and times can contain, in any test', () => {
    const tests = ['apps', 'packages', 'e2e', 'tools', 'bench']
      .flatMap((area) => filesBelow(area, /\.tsx?$/))
      .filter((file) => isTest(file) || /^e2e\/|\/testing\//.test(file))
      // The samples above.
      .filter((file) => file !== 'tools/weak-needles.test.ts');
    expect(tests.length).toBeGreaterThan(300);
    expect(tests.flatMap((file) => findWeakNeedles(file, readSource(file)))).toEqual([]);
  });
});
