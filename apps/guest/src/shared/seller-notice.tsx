import type { ShownSeller } from '@munjigi/contract';
import type { GuestLanguage } from './guest-language.ts';
import { langOfName } from './store-text.tsx';
import type { TextKey } from './texts.ts';

interface SellerNoticeProps {
  /** A page that was kept before an update has none. */
  readonly seller?: ShownSeller | null | undefined;
  readonly hasPrivacyPolicy?: boolean | undefined;
  readonly productSlug: string;
  readonly language: GuestLanguage;
  /** The texts of both pages have the keys of this part. */
  readonly text: (key: TextKey & `seller.${string}`, blanks?: Readonly<Record<string, string>>) => string;
}

/** Where anyone can check a business number: the disclosure of the Fair Trade Commission (docs/domain.md 6). */
const CHECK_ADDRESS = 'https://www.ftc.go.kr/bizCommPop.do?wrkr_no=';

/** Who sells, at the end of every page on which a guest books or pays (SE-1), and the privacy policy (SE-3). */
export function SellerNotice({
  seller = null,
  hasPrivacyPolicy = false,
  productSlug,
  language,
  text,
}: SellerNoticeProps) {
  if (seller === null && !hasPrivacyPolicy) return null;
  return (
    <footer className="seller quiet" data-testid="seller">
      {seller !== null && <SellerFacts {...{ seller, text }} />}
      {hasPrivacyPolicy && (
        <p>
          <a
            href={`/b/${encodeURIComponent(productSlug)}/privacy?lng=${language}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <strong>{text('seller.privacy')}</strong>
          </a>
        </p>
      )}
    </footer>
  );
}

function SellerFacts({ seller, text }: { readonly seller: ShownSeller } & Pick<SellerNoticeProps, 'text'>) {
  const { mailOrderNumber, mailOrderExemption } = seller;
  return (
    <>
      <p>
        <strong>{text('seller.title')}</strong>
      </p>
      <p className="facts" lang={langOfName(seller.legalName)}>
        <span>
          <strong>{seller.legalName}</strong>
        </span>
        <span>{text('seller.representative', { name: seller.representative })}</span>
      </p>
      <p className="facts">
        {seller.businessNumber !== '' && (
          <span>
            {text('seller.businessNumber', { number: seller.businessNumber })}{' '}
            <a
              href={`${CHECK_ADDRESS}${seller.businessNumber.replaceAll('-', '')}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {text('seller.check')}
            </a>
          </span>
        )}
        {mailOrderNumber !== '' && <span>{text('seller.mailOrder', { number: mailOrderNumber })}</span>}
        {mailOrderNumber === '' && mailOrderExemption !== null && (
          <span>{text(`seller.exempt.${mailOrderExemption}`)}</span>
        )}
      </p>
      <p className="facts">
        {seller.address !== '' && <span lang={langOfName(seller.address)}>{seller.address}</span>}
        {seller.phone !== '' && <span>{text('seller.phone', { phone: seller.phone })}</span>}
        {seller.email !== '' && <a href={`mailto:${seller.email}`}>{seller.email}</a>}
      </p>
      {seller.hostingProvider !== '' && <p>{text('seller.hosting', { name: seller.hostingProvider })}</p>}
      {seller.brokerName !== null && <p>{text('seller.broker', { name: seller.brokerName })}</p>}
    </>
  );
}
