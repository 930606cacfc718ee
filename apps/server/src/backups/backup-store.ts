/** Where backups are kept. Every method throws a `BackupFault` that says what to do. */
export interface BackupTarget {
  /** Its address without secrets. */
  readonly address: string;
  /** The names of the files that begin so. */
  listNames(prefix: string): Promise<string[]>;
  /** Stores a new file. It appears under its name when all of it is stored. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  read(name: string): Promise<AsyncIterable<Uint8Array>>;
  remove(name: string): Promise<void>;
  /** Removes what killed processes left of files whose names begin so. */
  removeRemains(prefix: string): Promise<void>;
}
