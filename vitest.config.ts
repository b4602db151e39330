import { defineConfig } from 'vitest/config';

const database = { globalSetup: ['test/harness/server.ts'] };
const wholeStack = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { extends: true, test: { name: 'integration', include: ['test/integration/**/*.test.ts'], ...database } },
      {
        extends: true,
        test: {
          name: 'cdk',
          include: ['test/cdk/**/*.test.ts'],
          globalSetup: ['test/harness/deployed-bundles.ts'],
          // Loading the CDK takes longer than most of its tests: the files share the processes that have it.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'end-to-end', include: ['test/end-to-end/**/*.test.ts'], ...wholeStack } },
      { extends: true, test: { name: 'services', include: ['test/services/**/*.test.ts'], ...wholeStack } },
      { extends: true, test: { name: 'faults', include: ['test/faults/**/*.test.ts'], ...database, ...wholeStack } },
      {
        extends: true,
        test: { name: 'corpora', include: ['test/corpora/**/*.test.ts'], ...database, ...wholeStack },
      },
    ],
  },
});
