import { writeFileSync } from 'node:fs';
import { rdsAuthorities } from './rds-authorities.ts';

/** `node bin/write-rds-authorities.ts FILE`, for the image. */
writeFileSync(process.argv[2] ?? 'rds-ca.pem', rdsAuthorities());
