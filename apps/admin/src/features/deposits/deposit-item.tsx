import type { Deposit } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { DepositChoice, type DepositChoiceProps } from './deposit-choice.tsx';

/** The id of the row's button, which the keys j and k focus. */
export const depositItemId = ({ id }: Pick<Deposit, 'id'>) => `deposit-${id}`;

const COLORS = {
  UNMATCHED: 'warning',
  SUGGESTED: 'info',
  UNREADABLE: 'error',
  MATCHED_AUTO: 'success',
  MATCHED_MANUAL: 'success',
  IGNORED: 'default',
} as const;

interface DepositItemProps extends DepositChoiceProps {
  readonly storeName: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A deposit; when it is open, with the possible decisions. */
export function DepositItem({ deposit, storeName, isOpen, onToggle, ...choosing }: DepositItemProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  return (
    <Box component="li" data-testid="deposit" data-state={deposit.state}>
      <ButtonBase
        id={depositItemId(deposit)}
        aria-expanded={isOpen}
        onClick={onToggle}
        sx={{
          width: 1,
          minHeight: 56,
          px: 1.5,
          py: 1,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          textAlign: 'start',
          justifyContent: 'flex-start',
          bgcolor: isOpen ? 'action.hover' : undefined,
        }}
      >
        <DepositOrigin deposit={deposit} storeName={storeName} />
        <Box
          component="span"
          sx={{
            fontWeight: 700,
            fontVariantNumeric: 'tabular-nums',
            textDecoration: deposit.kind === 'TAKEN_BACK' ? 'line-through' : undefined,
          }}
        >
          {deposit.amount === null ? '' : format.money(deposit.amount)}
        </Box>
        <Chip
          component="span"
          size="small"
          variant="outlined"
          color={COLORS[deposit.state]}
          label={t(`state.${deposit.state}`)}
        />
      </ButtonBase>
      {isOpen && <DepositChoice deposit={deposit} {...choosing} />}
    </Box>
  );
}

/** The depositor, the time, and the source of a deposit. */
function DepositOrigin({ deposit, storeName }: Pick<DepositItemProps, 'deposit' | 'storeName'>) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  const more = [
    storeName,
    deposit.bank,
    deposit.accountEnd === null ? null : `···${deposit.accountEnd}`,
    deposit.sources.map((source) => t(`source.${source}`)).join('+'),
  ].filter((part) => part !== null && part !== '');
  return (
    <Box component="span" sx={{ flex: '1 1 150px', minWidth: 0 }}>
      <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {deposit.depositorName ?? t(deposit.kind === null ? 'unreadable' : 'nameless')}
      </Box>
      <Box
        component="span"
        sx={{ display: 'block', typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}
      >
        {[format.dateTime(deposit.at), ...more].join(' · ')}
      </Box>
    </Box>
  );
}
