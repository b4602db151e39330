import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../shared/config/config.ts';

describe('an empty setting', () => {
  test('counts as not given', () => {
    expect(readConfig({ PORT: '', WORKER: '', TIME_ZONE: '' })).toMatchObject({
      PORT: 8787,
      WORKER: '1',
      TIME_ZONE: 'UTC',
    });
  });

  test('says something where it is the path of the health check', () => {
    expect(readConfig({}).HEALTH_PATH).toBe('/up');
    expect(readConfig({ HEALTH_PATH: '' }).HEALTH_PATH).toBe('');
  });
});

test.each(['up', '/', '/up/', '/a b', '/*', '/:id'])('%s is no path of a health check', (HEALTH_PATH) => {
  expect(() => readConfig({ HEALTH_PATH })).toThrow(ConfigError);
});

test('all settings that cannot be used are named at once', () => {
  expect(() => readConfig({ WORKER: 'maybe', HEALTH_WORKER_STALE: '0' })).toThrow(
    /WORKER: .*\n.*HEALTH_WORKER_STALE: /,
  );
});
