import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { toast } from '../toast/toast.ts';

interface SendTextProps {
  /** The copied text. */
  readonly value: string;
  /** The name of the value for screen readers: which code it is. */
  readonly name: string;
  /** The whole message. */
  readonly message: string;
  /** The recipient's phone; `null` unless it is on screen. */
  readonly phone: string | null;
}

/** Passes a text on: copies it, shares it where the browser can, or starts a text message to a known number. */
export function SendText({ value, name, message, phone }: SendTextProps) {
  const { t } = useTranslation('form');
  const { copy, share } = useSending({ value, name, message });
  const number = phone === null ? '' : phone.replaceAll(/[^\d+]/g, '');
  return (
    <Box
      role="group"
      aria-label={t('send.group', { name })}
      data-testid="send-text"
      sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 1 }}
    >
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={t('send.copyNamed', { name })}
        onClick={() => void copy()}
        sx={SIZE}
      >
        {t('send.copy')}
      </Button>
      {'share' in navigator && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={t('send.shareNamed', { name })}
          onClick={() => void share()}
          sx={SIZE}
        >
          {t('send.share')}
        </Button>
      )}
      {number !== '' && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          href={`sms:${number}?&body=${encodeURIComponent(message)}`}
          aria-label={t('send.smsNamed', { name })}
          sx={SIZE}
        >
          {t('send.sms')}
        </Button>
      )}
    </Box>
  );
}

const SIZE = { minHeight: 40 } as const;

/** Copying and sharing, which both report afterwards whether they worked. */
function useSending({ value, name, message }: Omit<SendTextProps, 'phone'>) {
  const { t } = useTranslation('form');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(t('send.copied', { name }));
    } catch (error) {
      console.warn('It cannot be copied', error);
      toast.error(t('send.failed', { name }));
    }
  }
  async function share(): Promise<void> {
    try {
      await navigator.share({ text: message });
      toast.success(t('send.shared', { name }));
    } catch (error) {
      // The person closed the browser's share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.warn('It cannot be shared', error);
      toast.error(t('send.notShared', { name }));
    }
  }
  return { copy, share };
}
