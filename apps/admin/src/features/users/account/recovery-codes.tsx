import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../api/files.ts';
import { BORDERED } from '../../../ui/form/layouts.ts';

/** Recovery codes are shown once, to be copied, saved or printed before continuing. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation(['second-factor', 'form']);
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setOutcome('done');
    } catch (error) {
      console.warn('The codes cannot be copied', error);
      setOutcome('failed');
    }
  }
  const download = () =>
    saveFile(
      new Blob([`${t('codes.fileTitle')}\n\n${codes.join('\n')}\n`], { type: 'text/plain;charset=utf-8' }),
      'munjigi-recovery-codes.txt',
    );
  return (
    <Box data-testid="recovery-codes" sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ typography: 'body2' }}>{t('codes.text')}</Box>
      <CodeList codes={codes} />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 1 }}>
        <Button variant="outlined" color="inherit" onClick={() => void copy()}>
          {t('form:copy.do')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={download}>
          {t('codes.download')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => print(codes, t('codes.fileTitle'))}>
          {t('codes.print')}
        </Button>
      </Box>
      <Box role="status" sx={{ typography: 'body2', '&:empty': { display: 'none' } }}>
        {outcome !== null && t(`form:copy.${outcome}`)}
      </Box>
      <Button variant="contained" onClick={onDone}>
        {t('codes.kept')}
      </Button>
    </Box>
  );
}

function CodeList({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation('second-factor');
  return (
    <Box
      component="ol"
      aria-label={t('codes.title')}
      className="recovery-codes"
      sx={{
        m: 0,
        p: 1.5,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: '1fr 1fr',
        gap: 1,
        ...BORDERED,
        fontFamily: 'ui-monospace, monospace',
        fontSize: 15,
        textAlign: 'center',
      }}
    >
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </Box>
  );
}

/** Prints the codes as a separate page, without the application around them. */
function print(codes: readonly string[], title: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page && frame.contentWindow) {
    const heading = Object.assign(page.createElement('h1'), { textContent: title });
    const list = Object.assign(page.createElement('pre'), { textContent: codes.join('\n') });
    list.style.fontSize = '16pt';
    page.body.append(heading, list);
    frame.contentWindow.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow.print();
  }
}
