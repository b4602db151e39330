import { describe, expect, test } from 'vitest';
import { decodeQueueMessage, encodeMessage, type ImportMessage } from '../../shared/imports/message.ts';

const ours: ImportMessage = {
  version: 1,
  ...{ import_id: '7', bucket: 'b', key: 'imports/7/original', size: 1, sha256: 'a'.repeat(64) },
  ...{ request_id: 'r', received_at: '2026-11-30T00:00:00.000000Z' },
};

const notice = (key: string, { bucket = 'b', eventName = 'ObjectCreated:Put' } = {}) =>
  JSON.stringify({
    Records: [
      {
        ...{ eventVersion: '2.1', eventSource: 'aws:s3', awsRegion: 'us-east-1', eventName },
        s3: { s3SchemaVersion: '1.0', bucket: { name: bucket, arn: 'arn' }, object: { key, size: 1, eTag: 'e' } },
      },
    ],
  });

describe('a message in the queue', () => {
  test('is the location of an import', () => {
    expect(decodeQueueMessage(encodeMessage(ours), 'b')).toEqual({ kind: 'import', message: ours });
  });

  test('or what the store tells by itself', () => {
    const event = { Service: 'Amazon S3', Event: 's3:TestEvent', Time: '2026-11-30T00:00:00.000Z', Bucket: 'b' };
    expect(decodeQueueMessage(JSON.stringify(event), 'b')).toEqual({ kind: 'nothing' });
    expect(decodeQueueMessage(notice('imports/7/original'), 'b')).toEqual({ kind: 'uploaded', importIds: ['7'] });
    expect(decodeQueueMessage(notice('imports%2F7%2Foriginal'), 'b')).toEqual({ kind: 'uploaded', importIds: ['7'] });
    for (const key of ['imports/7/errors.csv', 'imports/7/a+b%20c', 'imports/x/original', 'imports/7/original/more'])
      expect(decodeQueueMessage(notice(key), 'b'), key).toEqual({ kind: 'nothing' });
    const removed = notice('imports/7/original', { eventName: 'ObjectRemoved:Delete' });
    expect(decodeQueueMessage(removed, 'b')).toEqual({ kind: 'nothing' });
  });

  test.each([
    ['no JSON', 'x'],
    ['no message of ours', '{}'],
    ['no records', '{"Records":[]}'],
    ['another version', JSON.stringify({ ...ours, version: 2 })],
    ['a field more', JSON.stringify({ ...ours, body: 'x' })],
    ['another store', JSON.stringify({ ...ours, bucket: 'other' })],
    ['an object outside the prefix', JSON.stringify({ ...ours, key: 'secrets/7/original' })],
    ["another import's object", JSON.stringify({ ...ours, key: 'imports/8/original' })],
    ['a notice of another store', notice('imports/7/original', { bucket: 'other' })],
    ['a notice outside the prefix', notice('secrets/7/original')],
    ['a notice that cannot be decoded', notice('imports/%E0%A4%A')],
  ])('is refused with %s', (_what, body) => {
    expect(() => decodeQueueMessage(body, 'b')).toThrow(expect.objectContaining({ name: 'ForeignMessage' }));
  });
});
