import type { Settlement, SettlementLine } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelledCards } from '../../ui/list/labelled-cards.ts';
import { LineDetail } from './line-detail.tsx';
import { FIGURES_TABLE, useSettlementWords } from './settlement-words.ts';

interface LineTableProps {
  readonly settlement: Settlement;
  readonly canComment: boolean;
}

/** The lines of a statement. One line at a time can be opened, with its entries and its comments. */
export function LineTable({ settlement, canComment }: LineTableProps) {
  const { t } = useTranslation('settlement');
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Card variant="outlined">
      <Box role="region" tabIndex={0} aria-label={t('lines')} sx={{ overflowX: { md: 'auto' } }}>
        <Box component="table" data-testid="settlement-lines" sx={LINES}>
          <thead>
            <tr>
              <th scope="col">{t('head.line')}</th>
              <th scope="col">{t('head.supply')}</th>
              <th scope="col">{t('head.vat')}</th>
              <th scope="col">{t('head.taxFree')}</th>
              <th scope="col">{t('head.amount')}</th>
              <th scope="col">{t('head.comments')}</th>
            </tr>
          </thead>
          <tbody>
            {settlement.lines.map((line) => (
              <LineRow
                key={line.key}
                settlement={settlement}
                line={line}
                canComment={canComment}
                isOpen={opened === line.key}
                onToggle={() => setOpened(opened === line.key ? null : line.key)}
              />
            ))}
          </tbody>
          <tfoot>
            <PayoutRow figures={settlement.figures} />
          </tfoot>
        </Box>
      </Box>
    </Card>
  );
}

interface LineRowProps extends LineTableProps {
  readonly line: SettlementLine;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function LineRow({ settlement, line, canComment, isOpen, onToggle }: LineRowProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const comments = settlement.comments.filter((comment) => comment.line === line.key);
  return (
    <>
      <tr data-line={line.key}>
        <th scope="row" className="wrap">
          <button type="button" className="link" aria-expanded={isOpen} onClick={onToggle}>
            {words.line(line)}
          </button>
        </th>
        <td data-label={t('head.supply')}>{words.money(line.supplyAmount)}</td>
        <td data-label={t('head.vat')}>{words.money(line.vatAmount)}</td>
        <td data-label={t('head.taxFree')}>{words.money(line.taxFreeAmount)}</td>
        <td className="strong" data-label={t('head.amount')}>
          {words.money(line.amount)}
        </td>
        <td {...(comments.length > 0 && { 'data-label': t('head.comments') })}>
          {comments.length === 0 ? '' : comments.length}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6} className="text wrap">
            <LineDetail settlement={settlement} line={line} comments={comments} canComment={canComment} />
          </td>
        </tr>
      )}
    </>
  );
}

function PayoutRow({ figures: { payoutAmount, carriedForwardAmount } }: Pick<Settlement, 'figures'>) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  return (
    <tr data-line="SUM">
      <th scope="row">{carriedForwardAmount < 0 ? t('figure.carried') : t('figure.payout')}</th>
      <td />
      <td />
      <td />
      <td>{words.money(carriedForwardAmount < 0 ? carriedForwardAmount : payoutAmount)}</td>
      <td />
    </tr>
  );
}

const LINES = { ...FIGURES_TABLE, ...labelledCards(true) } as const;
