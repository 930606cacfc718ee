import { S3NetworkError, S3ServiceError } from 's3mini';
import { BackupFault } from '../db/index.ts';

/**
 * Explains the errors of an S3 service: what happened and what to do. The codes are those of Amazon's list, which MinIO,
 * Ceph and others use as well (docs/domain.md 9.2).
 */
const REMEDIES: Readonly<Record<string, string>> = {
  AccessDenied:
    'the access key has no right to it. Allow it s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload and s3:ListBucketMultipartUploads on the bucket',
  AllAccessDisabled: 'all access to the bucket is disabled. Ask its provider',
  AuthorizationHeaderMalformed: 'the region is not the one of the bucket. Correct BACKUP_S3_REGION',
  ExpiredToken: 'the access key has expired. Set a new BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY',
  InvalidAccessKeyId: 'the service does not know the access key. Correct BACKUP_S3_ACCESS_KEY',
  NoSuchBucket: 'there is no such bucket. Create it, or correct BACKUP_TARGET',
  NoSuchKey: 'the backup is not there any more. List them: munjigi backup-list',
  PermanentRedirect: 'the bucket is in another region. Correct BACKUP_S3_ENDPOINT and BACKUP_S3_REGION',
  QuotaExceeded: 'the bucket is full. Make room, or keep fewer backups (BACKUP_KEEP)',
  RequestTimeTooSkewed:
    'the clock of this machine differs by more than 15 minutes from the clock of the service. Synchronise it with NTP',
  ServiceUnavailable: 'the service is overloaded. Start the backup again later',
  SignatureDoesNotMatch: 'the secret key is not the one of the access key. Correct BACKUP_S3_SECRET_KEY',
  SlowDown: 'the service asks for fewer requests, also after several attempts. Start the backup again later',
};

/** What a status says of a service that names no code. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = { 403: 'AccessDenied', 503: 'ServiceUnavailable' };

/** The body of an error names its code also where the type of its content is not `application/xml`. */
const CODE_IN_BODY = /<Code>([A-Za-z]{1,64})<\/Code>/;

export function explainS3Fault(address: string, error: unknown): unknown {
  if (error instanceof S3ServiceError) {
    const code = codeOf(error);
    const remedy = REMEDIES[code] ?? 'look the code up in the documents of the service';
    return new BackupFault(`${address} answered ${error.status} ${code}: ${remedy}`, { cause: error });
  }
  const reason = reasonOf(error);
  return reason === null
    ? error
    : new BackupFault(
        `${address} cannot be reached (${reason}). Check BACKUP_S3_ENDPOINT and the network, and start the backup again`,
        { cause: error },
      );
}

/** A request that failed for this reason may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof S3ServiceError) return error.status >= 500 || error.status === 429;
  return reasonOf(error) !== null;
}

function codeOf(error: S3ServiceError): string {
  const named = CODE_IN_BODY.exec(error.body ?? '')?.[1];
  if (named !== undefined) return named;
  return error.serviceCode && error.serviceCode !== 'Unknown'
    ? error.serviceCode
    : (CODE_OF_STATUS[error.status] ?? 'without a code');
}

/** The code of a connection that failed; `null` for other errors. `fetch` wraps it in a TypeError. */
function reasonOf(error: unknown): string | null {
  if (error instanceof S3NetworkError) return error.code ?? error.message;
  if (!(error instanceof TypeError)) return null;
  const { cause } = error;
  if (!(cause instanceof Error)) return null;
  return 'code' in cause ? String(cause.code) : cause.message;
}
