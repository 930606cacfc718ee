import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useRaisedCases } from './raised.api.ts';

/** The guests who asked for help and wait for a person, above all other cases. */
export function RaisedList({ onPick }: { readonly onPick: (reservationId: string) => void }) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  const items = useRaisedCases(useProduct()).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="desk-raised">
      <Box component="h2" id="desk-raised" sx={{ typography: 'subtitle1', m: 0, mb: 1 }}>
        {t('raised.title')}
      </Box>
      <Box component="ul" sx={{ ...PLAIN_LIST, display: 'grid', gap: 1 }}>
        {items.map((item) => (
          <li key={item.id}>
            <ButtonBase data-testid="raised-case" onClick={() => onPick(item.reservationId)} sx={RAISED_ROW}>
              <Box component="span" sx={{ display: 'inline-flex', color: 'error.main' }}>
                <Icon name="support" size={22} />
              </Box>
              <Box component="span" sx={{ flex: 1, minWidth: 0, display: 'grid' }}>
                <strong>
                  {item.storeName} · {item.roomName}
                </strong>
                <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {t(`trouble.${item.trouble}`)} · {item.code} · {format.relative(item.openedAt)}
                </Box>
              </Box>
              <Box component="span" sx={{ flex: 'none', fontWeight: 700 }}>
                {t('raised.open')}
              </Box>
            </ButtonBase>
          </li>
        ))}
      </Box>
    </section>
  );
}

const RAISED_ROW = {
  width: '100%',
  minHeight: 64,
  px: 1.5,
  py: 1,
  gap: 1.5,
  border: 2,
  borderColor: 'error.main',
  borderRadius: 1,
  bgcolor: 'background.paper',
  typography: 'body2',
  textAlign: 'start',
} as const;
