import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface SectionHeadProps {
  readonly title: string;
  readonly text: ReactNode;
  /** The buttons of the section. */
  readonly children: ReactNode;
}

/** The title and the text of a section, with its buttons beside them. */
export function SectionHead({ title, text, children }: SectionHeadProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}>
      <Box sx={{ flex: '1 1 300px' }}>
        <TitledText title={title} text={text} />
      </Box>
      {children}
    </Box>
  );
}

interface TitledTextProps extends Pick<SectionHeadProps, 'title' | 'text'> {
  /** Of the title. */
  readonly id?: string;
}

/** A title of a section with its text below. */
export function TitledText({ id, title, text }: TitledTextProps) {
  return (
    <>
      <Box component="h2" id={id} sx={{ typography: 'h6', m: 0 }}>
        {title}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>{text}</Box>
    </>
  );
}

interface SectionCardProps {
  /** Of the title. */
  readonly id: string;
  readonly title: string;
  /** The button beside the title. */
  readonly action?: ReactNode;
  readonly gap?: number;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** A card with one part of a screen and its title. */
export function SectionCard({ id, title, action, gap = 1, testId, children }: SectionCardProps) {
  return (
    <Card
      variant="outlined"
      component="section"
      aria-labelledby={id}
      data-testid={testId}
      sx={{ p: 2, display: 'grid', gap, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box component="h2" id={id} sx={{ typography: 'h6', m: 0 }}>
          {title}
        </Box>
        {action}
      </Box>
      {children}
    </Card>
  );
}

interface LabelledCardProps {
  /** For screen readers. */
  readonly label: string;
  readonly testId?: string;
  readonly isBusy?: boolean;
  readonly sx: SxProps<Theme>;
  readonly children: ReactNode;
}

/** A card with one part of a screen that shows its title itself, or has none. */
export function LabelledCard({ label, testId, isBusy, sx, children }: LabelledCardProps) {
  return (
    <Card component="section" variant="outlined" aria-label={label} aria-busy={isBusy} data-testid={testId} sx={sx}>
      {children}
    </Card>
  );
}
