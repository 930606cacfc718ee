import type { ShownSeller } from '@munjigi/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import en from '../locales/en.json';
import kr from '../locales/kr.json';
import { sampleBookingStore } from '../testing/sample-booking.ts';
import { SellerNotice } from './seller-notice.tsx';
import { createTranslate } from './texts.ts';

describe('who sells (SE-1)', () => {
  const seller = sampleBookingStore().seller ?? undefined;
  const render = (over: Partial<ShownSeller> | null, language: 'kr' | 'en' = 'kr', hasPrivacyPolicy = true) =>
    renderToStaticMarkup(
      <SellerNotice
        seller={over === null || seller === undefined ? null : { ...seller, ...over }}
        productSlug="playroom"
        text={createTranslate(language === 'kr' ? kr : en)}
        {...{ language, hasPrivacyPolicy }}
      />,
    );

  it('shows all that the law asks for, with the page on which it can be checked', () => {
    const html = render({ hostingProvider: '문지기' });
    for (const part of [
      '강남 놀이방',
      '대표 김대표',
      '사업자등록번호 120-81-47521',
      'wrkr_no=1208147521',
      '통신판매업 신고번호 2026-서울강남-01234',
      '서울 강남구 테헤란로 1',
      '전화 02-555-0152',
      'mailto:gangnam@seller.example',
      '호스팅 제공 문지기',
      '/b/playroom/privacy?lng=kr',
    ])
      expect(html).toContain(part);
    expect(html).not.toContain('통신판매중개자');
  });

  it('says why there is no registration, and names a broker', () => {
    const html = render({ mailOrderNumber: '', mailOrderExemption: 'FEW_SALES', brokerName: '주식회사 본사' }, 'en');
    expect(html).toContain('Exempt from mail-order registration (fewer than 50 sales last year)');
    expect(html).toContain('주식회사 본사 is a broker and not a party');
    expect(render({ mailOrderNumber: '' })).not.toContain('통신판매업');
  });

  it('shows nothing of a store that has not said it', () => {
    expect(render(null, 'kr', false)).toBe('');
    expect(render(null)).toContain('개인정보 처리방침');
    expect(render(null)).not.toContain('판매자 정보');
  });
});
