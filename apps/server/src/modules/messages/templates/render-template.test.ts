import { describe, expect, it } from 'vitest';
import { findTemplateFaults, renderTemplate } from './render-template.ts';

describe('templates with the link of a guest (MS-11)', () => {
  it('leave out the line of the link without a link, and keep the other lines', () => {
    const text = '[{{storeName}}] {{accessCode}}\n{{link}}';
    expect(renderTemplate(text, { storeName: '강남점', accessCode: '123456' })).toBe('[강남점] 123456');
    expect(renderTemplate(text, { storeName: '강남점', accessCode: '123456', link: 'https://a/g/b' })).toBe(
      '[강남점] 123456\nhttps://a/g/b',
    );
  });

  it('leave out the line of a rule of refunds that does not apply', () => {
    expect(renderTemplate('가\n{{refundRule}}\n나', { refundRule: '' })).toBe('가\n나');
    expect(renderTemplate('가\n{{refundRule}}\n나', { refundRule: '환불' })).toBe('가\n환불\n나');
  });

  it('are refused when a variable that the message needs stands in the line of the link only (MS-3)', () => {
    const faultsOf = (body: string) => findTemplateFaults('CODE_ACTIVE', { subject: '', body }).missingVariables;
    expect(faultsOf('{{accessCode}} {{link}}')).toEqual(['accessCode']);
    expect(faultsOf('{{accessCode}}\n{{link}}')).toEqual([]);
    expect(faultsOf('{{accessCode}}')).toEqual([]);
  });

  it('may have everything in one line when the message is worthless without the link', () => {
    const body = '{{payUntil}} {{link}}';
    expect(findTemplateFaults('SLOT_OFFERED', { subject: '', body }).missingVariables).toEqual([]);
  });
});
