import pg from 'pg';
import type { ValueKind } from './declared-statements.ts';

/** The name and the kind of a column that a statement returns. */
export interface StatementColumn {
  readonly name: string;
  readonly kind: ValueKind;
}

/** The driver's connection, with the members that its types omit. */
interface Wire {
  parse(statement: { readonly text: string; readonly name: string; readonly types: readonly number[] }): void;
  describe(of: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

const KINDS: Readonly<Record<number, ValueKind>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  700: 'number',
  701: 'number',
  114: 'any',
  3802: 'any',
  1184: 'Date',
  1114: 'Date',
  2278: 'any',
};

/** Prepares statements and reads the columns that PostgreSQL says they return; nothing is run. */
export class StatementReader {
  private readonly client: pg.Client;
  private arrays: ReadonlySet<number> = new Set();

  public constructor(url: string) {
    this.client = new pg.Client({ connectionString: url });
  }

  public async open(): Promise<void> {
    await this.client.connect();
    const { rows } = await this.client.query<{ oid: number }>(
      "select oid::integer from pg_type where typcategory = 'A'",
    );
    this.arrays = new Set(rows.map(({ oid }) => oid));
  }

  public async close(): Promise<void> {
    await this.client.end();
  }

  /** Rejects with PostgreSQL's message when the statement is not valid on this schema. */
  public async read(text: string): Promise<StatementColumn[]> {
    const fields = await new Promise<readonly pg.FieldDef[]>((resolve, reject) => {
      this.client.query(new Description(text, resolve, reject));
    });
    return fields.map(({ name, dataTypeID }) => ({
      name,
      kind: this.arrays.has(dataTypeID) ? 'array' : (KINDS[dataTypeID] ?? 'string'),
    }));
  }
}

/** Parses a statement and asks for its columns. The driver calls its methods with the messages of the server. */
class Description extends pg.Query {
  private fields: readonly pg.FieldDef[] = [];

  public constructor(text: string, resolve: (fields: readonly pg.FieldDef[]) => void, reject: (error: Error) => void) {
    super('');
    this.submit = (connection) => {
      const wire = connection as unknown as Wire;
      wire.parse({ text, name: '', types: [] });
      wire.describe({ type: 'S', name: '' });
      wire.sync();
    };
    this.handleRowDescription = ({ fields }) => {
      this.fields = fields;
    };
    this.handleError = reject;
    this.handleReadyForQuery = () => resolve(this.fields);
  }

  declare public handleRowDescription: (message: { fields: pg.FieldDef[] }) => void;
  declare public handleError: (error: Error) => void;
  declare public handleReadyForQuery: () => void;
}
