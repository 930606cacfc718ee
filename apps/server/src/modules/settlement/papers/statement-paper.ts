import type { StatementWords } from '@munjigi/texts/statements';
import type { Paper, PaperRow } from './statement-pdf.ts';

export type StatementRow = PaperRow & { readonly count: number | null };

/** The contents of a statement's file. */
export interface StatementPaper extends Pick<Paper, 'title' | 'details'> {
  readonly headings: StatementWords['headings'];
  readonly rows: readonly StatementRow[];
  readonly statementNumber: string;
}
