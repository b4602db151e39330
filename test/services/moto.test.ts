import { describe } from 'vitest';
import { queueContract } from '../contract/queue.ts';
import { hasSharedTool, startSharedTool } from '../harness/shared-tool.ts';
import { openSqsQueue } from '../harness/sqs-queue.ts';

const TOOL = 'aws-moto.sh';

describe.runIf(hasSharedTool(TOOL))('moto', () => {
  let started: Promise<Record<string, string>> | undefined;
  queueContract({
    name: 'SQS driver, moto',
    lax: true,
    async open(name) {
      started ??= startSharedTool(TOOL, 'MOTO');
      const { AWS_ENDPOINT_URL: url = '', pid: _, log: __, ...keys } = await started;
      Object.assign(process.env, keys);
      return openSqsQueue(url, name);
    },
  });
});
