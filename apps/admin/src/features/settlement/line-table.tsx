import type { Settlement } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LineDetail } from './line-detail.tsx';
import { FIGURES_TABLE, useSettlementWords } from './words.ts';

/** The lines of a statement. One line at a time can be opened, with its entries and its comments. */
export function LineTable({
  settlement,
  mayComment,
}: {
  readonly settlement: Settlement;
  readonly mayComment: boolean;
}) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const [opened, setOpened] = useState<string | null>(null);
  const { payoutAmount, carriedForwardAmount } = settlement.figures;
  return (
    <Card variant="outlined">
      <Box role="region" tabIndex={0} aria-label={t('lines')} sx={{ overflowX: 'auto' }}>
        <Box component="table" data-testid="settlement-lines" sx={FIGURES_TABLE}>
          <thead>
            <tr>
              <th scope="col">{t('head.line')}</th>
              <th scope="col" className="wide">
                {t('head.supply')}
              </th>
              <th scope="col" className="wide">
                {t('head.vat')}
              </th>
              <th scope="col" className="wide">
                {t('head.taxFree')}
              </th>
              <th scope="col">{t('head.amount')}</th>
              <th scope="col">{t('head.comments')}</th>
            </tr>
          </thead>
          <tbody>
            {settlement.lines.map((line) => {
              const comments = settlement.comments.filter((it) => it.line === line.key);
              const isOpen = opened === line.key;
              return (
                <Fragment key={line.key}>
                  <tr data-line={line.key}>
                    <th scope="row" className="wrap">
                      <button
                        type="button"
                        className="link"
                        aria-expanded={isOpen}
                        onClick={() => setOpened(isOpen ? null : line.key)}
                      >
                        {words.line(line)}
                      </button>
                    </th>
                    <td className="wide">{words.money(line.supplyAmount)}</td>
                    <td className="wide">{words.money(line.vatAmount)}</td>
                    <td className="wide">{words.money(line.taxFreeAmount)}</td>
                    <td className="strong">{words.money(line.amount)}</td>
                    <td>{comments.length === 0 ? '' : comments.length}</td>
                  </tr>
                  {isOpen && (
                    <tr>
                      <td colSpan={6} className="text wrap">
                        <LineDetail settlement={settlement} line={line} comments={comments} mayComment={mayComment} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
          <tfoot>
            <tr data-line="SUM">
              <th scope="row">{carriedForwardAmount < 0 ? t('figure.carried') : t('figure.payout')}</th>
              <td className="wide" />
              <td className="wide" />
              <td className="wide" />
              <td>{words.money(carriedForwardAmount < 0 ? carriedForwardAmount : payoutAmount)}</td>
              <td />
            </tr>
          </tfoot>
        </Box>
      </Box>
    </Card>
  );
}
