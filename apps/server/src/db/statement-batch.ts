import pg from 'pg';
import { renewOutdatedStatements } from './prepared.ts';

export interface BatchedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The name under which the connection keeps it prepared. `undefined`: it is sent unprepared. */
  readonly name: string | undefined;
}

export interface StatementAnswer {
  readonly rows: Record<string, unknown>[];
  readonly fields: readonly pg.FieldDef[];
  readonly rowCount: number | null;
}

export type OnAnswer = (error: Error | null, answer: StatementAnswer) => void;

/** The driver's connection, with the members that its types omit. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** By name: the text of a statement that is prepared, or whose preparation was sent. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string }): void;
  bind(portal: {
    portal: string;
    statement: string;
    values: readonly unknown[];
    binary: boolean;
    valueMapper: (value: unknown) => unknown;
  }): void;
  describe(portal: { type: 'P'; name: string }): void;
  execute(portal: { portal: string }): void;
  sync(): void;
}

interface Piece {
  readonly statement: BatchedStatement;
  readonly onAnswer: OnAnswer;
  columns: Columns | null;
  readonly rows: Record<string, unknown>[];
}

/** How the rows of a statement are read. */
interface Columns {
  readonly fields: readonly pg.FieldDef[];
  readonly parsers: readonly ((text: string) => unknown)[];
}

const NO_COLUMNS: Columns = { fields: [], parsers: [] };
const NO_ANSWER: StatementAnswer = { rows: [], fields: [], rowCount: null };

/**
 * The columns of the prepared statements of a connection, so that they are described once. They cannot change:
 * PostgreSQL refuses to run a prepared statement whose columns have changed.
 */
const columnsOf = new WeakMap<Wire, Map<string, Columns>>();

/**
 * Statements that are sent together with one Sync at the end: PostgreSQL answers them with one write, and the driver
 * reads them in one turn, where a Sync of each statement costs both sides a system call and a wake-up. After an error
 * PostgreSQL skips the rest of the batch, whose statements fail with the same error.
 *
 * It is a `Query` for the driver, which calls its methods with the messages of the server.
 */
export class StatementBatch extends pg.Query {
  private readonly pieces: Piece[] = [];
  private answered = 0;
  private bindingError: Error | null = null;
  private wire: Wire | null = null;

  constructor() {
    super('');
    // The types declare it as a property.
    this.submit = (connection) => this.sendTo(connection as unknown as Wire);
  }

  add(statement: BatchedStatement, onAnswer: OnAnswer): void {
    this.pieces.push({ statement, onAnswer, columns: null, rows: [] });
  }

  /** The driver records under this name that the statement is prepared. */
  get name(): string | undefined {
    return this.pieces[this.answered]?.statement.name;
  }

  set name(_name: string | undefined) {
    // The constructor of `Query` sets it.
  }

  get text(): string | undefined {
    return this.pieces[this.answered]?.statement.text;
  }

  set text(_text: string | undefined) {
    // The constructor of `Query` sets it.
  }

  private sendTo(wire: Wire): void {
    this.wire = wire;
    wire.stream.cork();
    try {
      for (const piece of this.pieces) sendPiece(wire, piece);
    } catch (error) {
      // A value that cannot be written: nothing of its statement was sent but, perhaps, its preparation.
      this.bindingError = error as Error;
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const piece = this.pieces[this.answered];
    if (piece)
      piece.columns = { fields, parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')) };
  }

  handleDataRow({ fields: values }: { fields: (string | null)[] }): void {
    const piece = this.pieces[this.answered];
    if (!piece?.columns) return;
    const { fields, parsers } = piece.columns;
    const row: Record<string, unknown> = {};
    fields.forEach(({ name }, index) => {
      const value = values[index];
      row[name] = value == null ? null : parsers[index]?.(value);
    });
    piece.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const piece = this.pieces[this.answered];
    if (!piece) return;
    this.answered += 1;
    const columns = piece.columns ?? NO_COLUMNS;
    const { name } = piece.statement;
    if (name !== undefined && this.wire) rememberColumns(this.wire, name, columns);
    piece.onAnswer(null, { rows: piece.rows, fields: columns.fields, rowCount: rowCountOf(text) });
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: Error): void {
    renewOutdatedStatements(error, this.name);
    const failed = this.pieces.slice(this.answered);
    this.answered = this.pieces.length;
    for (const { statement, onAnswer } of failed) {
      // PostgreSQL skipped its preparation.
      if (statement.name !== undefined && this.wire) delete this.wire.submittedNamedStatements[statement.name];
      onAnswer(error, NO_ANSWER);
    }
  }

  handleReadyForQuery(): void {
    if (this.answered < this.pieces.length)
      this.handleError(this.bindingError ?? new Error('A statement was not answered'));
  }
}

function sendPiece(wire: Wire, piece: Piece): void {
  const { text, name, values } = piece.statement;
  const isPrepared =
    name !== undefined &&
    (wire.parsedStatements[name] !== undefined || wire.submittedNamedStatements[name] !== undefined);
  if (!isPrepared) {
    wire.parse({ text, name: name ?? '' });
    if (name !== undefined) wire.submittedNamedStatements[name] = text;
  }
  wire.bind({ portal: '', statement: name ?? '', values, binary: false, valueMapper: prepareValue });
  if (name !== undefined) piece.columns = columnsOf.get(wire)?.get(name) ?? null;
  if (piece.columns === null) wire.describe({ type: 'P', name: '' });
  wire.execute({ portal: '' });
}

function rememberColumns(wire: Wire, name: string, columns: Columns): void {
  const cachedColumns = columnsOf.get(wire);
  if (cachedColumns) cachedColumns.set(name, columns);
  else columnsOf.set(wire, new Map([[name, columns]]));
}

/** The number at the end of a command tag, such as `INSERT 0 1`. */
function rowCountOf(tag: string): number | null {
  const count = tag.slice(tag.lastIndexOf(' ') + 1);
  return /^\d+$/.test(count) ? Number(count) : null;
}

/** How the driver writes a value as a parameter; its types omit it. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;
