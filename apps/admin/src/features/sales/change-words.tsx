import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';
import { useSalesWords } from './sales-words.ts';

const SIGNS = { more: '▲', less: '▼', same: '=' } as const;

/** The change of a figure since the period before: a sign, and words. */
export function ChangeWords({ now, before }: { readonly now: number; readonly before: number }) {
  const { t } = useTranslation('sales');
  const change = useSalesWords().change(now, before);
  if (change === null)
    return (
      <>
        <span aria-hidden="true">–</span>
        <Box component="span" sx={VISUALLY_HIDDEN}>
          {t('compare.nothing')}
        </Box>
      </>
    );
  return (
    <>
      <span aria-hidden="true">{`${SIGNS[change.way]} `}</span>
      {t(`compare.${change.way}`, { share: change.share })}
    </>
  );
}
