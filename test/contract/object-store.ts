import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { ObjectMissing, type ObjectStore, ObjectTooLarge } from '../../shared/object-store/object-store.ts';

export interface StoreVariant {
  name: string;
  open(): ObjectStore | Promise<ObjectStore>;
  /** A stand-in that takes whatever is sent to a signed URL, and sorts keys as words instead of bytes. */
  lax?: boolean;
}

const MEGABYTE = 1024 * 1024;
const NO_LIMIT = { maxBytes: 1024 * MEGABYTE };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function* chunks(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* breaking(bytes: Uint8Array, error: Error): AsyncGenerator<Uint8Array> {
  yield* chunks(bytes);
  throw error;
}

async function read(store: ObjectStore, key: string): Promise<Buffer> {
  return buffer((await store.get(key)).body);
}

async function keys(store: ObjectStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(prefix)) found.push(key);
  return found;
}

/** What every driver of the object store does. Each test keeps to keys of its own. */
export function objectStoreContract({ name, open, lax = false }: StoreVariant): void {
  describe(`object store: ${name}`, () => {
    let store: ObjectStore;
    beforeAll(async () => {
      store = await open();
    });
    const newKey = () => `contract/${randomUUID()}/original`;

    test.each([
      ['nothing', 0],
      ['one byte', 1],
      ['exactly one part', 8 * MEGABYTE],
      ['a byte more than one part', 8 * MEGABYTE + 1],
      ['several parts', 20 * MEGABYTE + 7],
    ])('gives back what was put: %s', async (_what, size) => {
      const key = newKey();
      const bytes = randomBytes(size);
      const expected = { size, sha256: sha256(bytes) };
      expect(await store.put(key, chunks(bytes), { maxBytes: size })).toEqual(expected);
      const { size: told, body } = await store.get(key);
      expect(told).toBe(size);
      expect(sha256(await buffer(body))).toBe(expected.sha256);
      expect(await store.head(key)).toMatchObject({ key, size, modifiedAt: expect.any(Date) });
    });

    test.each([
      ['small', MEGABYTE],
      ['large', 20 * MEGABYTE],
    ])('a %s body that breaks off publishes nothing', async (_what, size) => {
      const key = newKey();
      const broken = new Error('the sender is gone');
      await expect(store.put(key, breaking(randomBytes(size), broken), NO_LIMIT)).rejects.toBe(broken);
      expect(await store.head(key)).toBeUndefined();
      expect(await keys(store, key.slice(0, -'original'.length))).toEqual([]);
    });

    test.each([
      ['small', MEGABYTE],
      ['large', 20 * MEGABYTE],
    ])('a %s body with one byte too many publishes nothing and is closed', async (_what, size) => {
      const key = newKey();
      let closed = false;
      async function* body() {
        try {
          yield* chunks(randomBytes(size));
          for (;;) yield new Uint8Array(1);
        } finally {
          closed = true;
        }
      }
      await expect(store.put(key, body(), { maxBytes: size })).rejects.toThrow(ObjectTooLarge);
      expect(closed).toBe(true);
      expect(await store.head(key)).toBeUndefined();
    });

    test('a broken replacement leaves the object as it was', async () => {
      const key = newKey();
      await store.put(key, chunks(Buffer.from('first')), NO_LIMIT);
      await expect(store.put(key, breaking(Buffer.from('sec'), new Error('gone')), NO_LIMIT)).rejects.toThrow('gone');
      expect(String(await read(store, key))).toBe('first');
    });

    test('a reader goes on with the object that it opened while it is replaced', async () => {
      const key = newKey();
      const [first, second] = [randomBytes(5 * MEGABYTE), randomBytes(3 * MEGABYTE)];
      await store.put(key, chunks(first), NO_LIMIT);
      const { size, body } = await store.get(key);
      await store.put(key, chunks(second), NO_LIMIT);
      expect(size).toBe(first.length);
      expect(sha256(await buffer(body))).toBe(sha256(first));
      expect(sha256(await read(store, key))).toBe(sha256(second));
    });

    test('a body can be left unread', async () => {
      const key = newKey();
      await store.put(key, chunks(randomBytes(5 * MEGABYTE)), NO_LIMIT);
      for (let count = 0; count < 60; count++) (await store.get(key)).body.on('error', () => {}).destroy();
      expect((await read(store, key)).length).toBe(5 * MEGABYTE);
    });

    test('what is missing', async () => {
      const key = newKey();
      await expect(store.get(key)).rejects.toThrow(ObjectMissing);
      await expect(store.get(key)).rejects.toThrow(key);
      expect(await store.head(key)).toBeUndefined();
      await store.delete(key);
    });

    test('deletes, twice, and only that object', async () => {
      const key = newKey();
      await store.put(key, chunks(Buffer.from('a')), NO_LIMIT);
      await store.put(`${key}.csv`, chunks(Buffer.from('b')), NO_LIMIT);
      await store.delete(key);
      await store.delete(key);
      expect(await store.head(key)).toBeUndefined();
      expect(String(await read(store, `${key}.csv`))).toBe('b');
    });

    test('puts and deletes side by side do not disturb each other', async () => {
      const folder = `contract/${randomUUID()}`;
      await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          await store.put(`${folder}/${index % 4}/${index}`, chunks(Buffer.from('x')), NO_LIMIT);
          if (index % 2) await store.delete(`${folder}/${index % 4}/${index}`);
        }),
      );
      expect((await keys(store, folder)).length).toBe(20);
    });

    describe('a list', () => {
      const folder = `contract/${randomUUID()}`;
      const names = ['a', 'a-b', 'a.b', 'a0', 'b/1', 'b/2/x', 'b/2/y/z', 'b-', 'b0', 'A', '_', '.hidden', 'ab/c/d'];
      const all = names.map((name) => `${folder}/${name}`).sort();
      beforeAll(() => Promise.all(all.map((key) => store.put(key, chunks(Buffer.from(key)), NO_LIMIT))));

      test.skipIf(lax)('is in the order of the keys', async () => {
        expect(await keys(store, folder)).toEqual(all);
      });

      test.each(['', '/', '/a', '/b', '/b/', '/b/2', '/b/2/', '/.', '/nothing/here', '/a/'])(
        'begins anywhere: %j',
        async (start) => {
          const expected = all.filter((key) => key.startsWith(folder + start));
          expect((await keys(store, folder + start)).sort()).toEqual(expected);
        },
      );

      test('says size and time', async () => {
        for await (const object of store.list(`${folder}/b/2/y`)) {
          const key = `${folder}/b/2/y/z`;
          expect(object).toEqual({ key, size: key.length, modifiedAt: expect.any(Date) });
        }
        expect.assertions(1);
      });
    });

    test('lists more objects than one page of an answer holds', async () => {
      const folder = `contract/${randomUUID()}`;
      const names = Array.from({ length: 1003 }, (_, index) => `${folder}/${String(index).padStart(4, '0')}`);
      const left = [...names];
      const worker = async () => {
        for (let key = left.pop(); key; key = left.pop()) await store.put(key, chunks(Buffer.from('x')), NO_LIMIT);
      };
      await Promise.all(Array.from({ length: 16 }, worker));
      expect(await keys(store, `${folder}/`)).toEqual(names);
    }, 120_000);

    test.each([
      '',
      '/',
      '/etc/passwd',
      '../x',
      'a/../x',
      'a/..',
      '.',
      'a//b',
      'a/',
      'a\\b',
      'a b',
      'ä',
      'a\0b',
      '~incoming/x',
    ])('refuses the key %j', async (key) => {
      await expect(store.put(key, chunks(Buffer.from('x')), NO_LIMIT)).rejects.toThrow(RangeError);
      await expect(store.get(key)).rejects.toThrow(RangeError);
      await expect(store.head(key)).rejects.toThrow(RangeError);
      await expect(store.delete(key)).rejects.toThrow(RangeError);
      await expect(store.signUpload(key, promise(Buffer.from('x')))).rejects.toThrow(RangeError);
    });

    test.each(['../', 'a/../', '/', 'a//'])('refuses to list below %j', async (prefix) => {
      await expect(keys(store, prefix)).rejects.toThrow(RangeError);
    });

    describe('a signed upload', () => {
      const bytes = randomBytes(100_000);

      async function upload(body: Uint8Array<ArrayBuffer>, change: (url: string) => string = (url) => url) {
        const key = newKey();
        const signed = await store.signUpload(key, promise(bytes));
        const { status } = await fetch(change(signed.url), { method: signed.method, headers: signed.headers, body });
        return { status, stored: (await store.head(key)) !== undefined, key };
      }

      test('stores the promised body, more than once', async () => {
        const { status, key } = await upload(bytes);
        expect(status).toBe(200);
        expect(sha256(await read(store, key))).toBe(sha256(bytes));
        const again = await store.signUpload(key, promise(bytes));
        expect((await fetch(again.url, { method: 'PUT', headers: again.headers, body: bytes })).status).toBe(200);
      });

      test.skipIf(lax).each([
        ['a longer body', Buffer.concat([bytes, bytes])],
        ['a shorter body', bytes.subarray(1)],
        ['an empty body', Buffer.alloc(0)],
        ['another body of the same length', Buffer.from(bytes).fill(0, 0, 10)],
      ])('refuses %s', async (_what, body) => {
        const { status, stored } = await upload(body);
        expect({ refused: status >= 400 && status < 500, stored }).toEqual({ refused: true, stored: false });
      });

      test.skipIf(lax)('refuses another key', async () => {
        const { status, stored } = await upload(bytes, (url) => url.replace('/original', '/different'));
        expect({ status, stored }).toEqual({ status: 403, stored: false });
      });
    });
  });
}

function promise(bytes: Uint8Array) {
  return { size: bytes.length, sha256: sha256(bytes), expiresAt: new Date(Date.now() + 3_600_000) };
}
