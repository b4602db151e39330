import { expect, test } from 'vitest';
import { machineMemory, serverOptions } from '../../shared/database/server-options.ts';

const GIBIBYTE = 1024 ** 3;

test.each([
  [0.5, '128M'],
  [4, '512M'],
  [8, '1024M'],
  [64, '2048M'],
])('the buffer pool follows the memory of the machine: %d GiB', (memory, pool) => {
  const options = serverOptions('mariadb', '/data', '/data/data', memory * GIBIBYTE);
  expect(options).toContain(`--innodb-buffer-pool-size=${pool}`);
});

test('the memory of this machine is a number of bytes', () => {
  expect(machineMemory()).toBeGreaterThan(128 * 1024 ** 2);
  expect(machineMemory()).toBeLessThan(1024 ** 5);
});
