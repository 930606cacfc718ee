import type { Paper, PaperRow } from './statement-pdf.ts';
import type { StatementWords } from './statement-words.ts';

export type StatementRow = PaperRow & { readonly count: number | null };

/** The contents of a statement's file. */
export interface StatementPaper extends Pick<Paper, 'title' | 'details'> {
  readonly headings: StatementWords['headings'];
  readonly rows: readonly StatementRow[];
  readonly statementNumber: string;
}
