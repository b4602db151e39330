import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { describe } from 'vitest';
import { readConfig } from '../../shared/config/config.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { createS3Client } from '../../shared/object-store/s3-client.ts';
import { objectStoreContract } from '../contract/object-store.ts';
import { hasSharedTool, startSharedTool } from '../harness/shared-tool.ts';

/** The S3 driver against a server that checks what the stand-in lets pass: signatures, signed sizes and checksums. */
const TOOL = 's3-swift.sh';
const BUCKET = 'tallyport-files';

describe.runIf(hasSharedTool(TOOL))('Swift', () => {
  objectStoreContract({
    name: 'S3 driver, Swift',
    async open() {
      const { AWS_ENDPOINT_URL_S3: url = '', ...keys } = await startSharedTool(TOOL, 'SWIFT', { SWIFT_SUITE: 'sid' });
      Object.assign(process.env, keys);
      const client = createS3Client(url);
      await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
      client.destroy();
      return openObjectStore(readConfig({ OBJECT_STORE: `s3://${BUCKET}`, AWS_ENDPOINT_URL: url }));
    },
  });
});
