import { z } from 'zod';

/** The settings of backups, as text from the environment. */

/** As in the file that age-keygen writes: comments begin with #. */
const KEY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/;

export const backupKeys = z
  .string()
  .transform((text) =>
    text
      .split('\n')
      .filter((line) => !line.trimStart().startsWith('#'))
      .flatMap((line) => line.split(/[\s,]/))
      .filter((key) => key !== ''),
  )
  .pipe(z.array(z.string().regex(KEY, 'a key is not one of age: AGE-SECRET-KEY-1… Make one with: munjigi backup-key')))
  .default([]);

export const backupTarget = z
  .string()
  .regex(
    /^(s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._/-]*)?|(\/|[A-Za-z]:\\).*)$/,
    'it is neither a folder with its full path (/var/backups/munjigi) nor a bucket (s3://BUCKET/PREFIX)',
  )
  .optional();

export const backupRotation = z
  .string()
  .regex(/^\d{1,3}d,\d{1,3}w,\d{1,3}m$/, 'write the days, weeks and months like 7d,4w,6m')
  .default('7d,4w,6m')
  .transform((text) => {
    const [days = 0, weeks = 0, months = 0] = text.split(',').map((part) => Number(part.slice(0, -1)));
    return { days, weeks, months };
  });

export const s3Endpoint = z
  .url({ protocol: /^https?$/, error: 'it is no address of an S3 service. Write it as https://s3.example.com' })
  .optional();
