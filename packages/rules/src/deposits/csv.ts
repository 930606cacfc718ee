export interface CsvLine {
  readonly line: number;
  readonly text: string;
  readonly cells: readonly string[];
}

/** Splits a table of text into lines of trimmed cells. RFC 4180: quoted cells may contain separators, doubled quotes and line ends. */
export function readCsvLines(text: string, separator: string): CsvLine[] {
  const lines: CsvLine[] = [];
  let [cells, cell, isQuoted, line, begins, beginsAt]: [string[], string, boolean, number, number, number] = [
    [],
    '',
    false,
    1,
    1,
    0,
  ];
  const endLine = (at: number) => {
    lines.push({
      line: begins,
      text: text.slice(beginsAt, at).replace(/\r$/, ''),
      cells: [...cells, cell].map((cell) => cell.trim()),
    });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1];
      else isQuoted = false;
    } else if (sign === '"' && cell.trim() === '') [cell, isQuoted] = ['', true];
    else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      endLine(at);
      [begins, beginsAt] = [line, at + 1];
    } else cell += sign;
  }
  if (cell !== '' || cells.length > 0) endLine(text.length);
  return lines;
}
