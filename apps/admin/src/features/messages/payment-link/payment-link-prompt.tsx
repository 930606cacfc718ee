import type { ComponentProps } from 'react';
import { MuiTheme } from '../../../session/mui-theme.tsx';
import { PaymentLinkPrompt } from './payment-link.tsx';

/** The prompt for a screen without the component library, which loads with it. */
export function PaymentLinkOverlay(props: ComponentProps<typeof PaymentLinkPrompt>) {
  return (
    <MuiTheme>
      <PaymentLinkPrompt {...props} />
    </MuiTheme>
  );
}
