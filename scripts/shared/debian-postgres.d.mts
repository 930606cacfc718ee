interface PostgresCluster {
  readonly port: number;
  start(): Promise<void>;
  crash(): Promise<void>;
  stop(): Promise<void>;
}
export const DEBIAN_POSTGRES: string;
export function startPostgres(folder: string, bin?: string): Promise<PostgresCluster>;
