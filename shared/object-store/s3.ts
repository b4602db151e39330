import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkObjectKey, checkObjectPrefix } from './object-key.ts';
import { ObjectMissing, type ObjectStore, type SignedUpload } from './object-store.ts';
import { putBody } from './s3-put.ts';
import type { ExpectedUpload } from './upload-signature.ts';

const CHECKSUM_HEADER = 'x-amz-checksum-sha256';

/** The store in the cloud, or a compatible one. An object of that key is replaced as a whole by S3 itself. */
export function createS3Store({ bucket, client }: { bucket: string; client: S3Client }): ObjectStore {
  const target = (key: string) => {
    checkObjectKey(key);
    return { Bucket: bucket, Key: key };
  };
  return {
    bucket,
    put: async (key, body, { maxBytes }) => putBody(client, target(key), body, maxBytes),
    async get(key) {
      const answer = await client.send(new GetObjectCommand(target(key))).catch((error) => {
        throw isMissingObject(error) ? new ObjectMissing(key) : error;
      });
      if (!(answer.Body instanceof Readable) || answer.ContentLength === undefined) {
        throw new Error(`The store answered for ${key} without a body or without its length.`);
      }
      return { size: answer.ContentLength, body: answer.Body };
    },
    async head(key) {
      try {
        const answer = await client.send(new HeadObjectCommand(target(key)));
        return { key, size: answer.ContentLength ?? 0, modifiedAt: answer.LastModified ?? new Date(0) };
      } catch (error) {
        if (isMissingObject(error)) return undefined;
        throw error;
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(target(key)));
    },
    async *list(prefix) {
      checkObjectPrefix(prefix);
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { key: Key, size: Size, modifiedAt: LastModified };
        }
      }
    },
    signUpload: async (key, expected) => presign(client, target(key), expected),
  };
}

/** A bucket that does not exist is a fault of the settings, not a missing object. */
function isMissingObject(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || (name !== 'NoSuchBucket' && $metadata?.httpStatusCode === 404);
}

async function presign(
  client: S3Client,
  target: { Bucket: string; Key: string },
  { size, sha256, expiresAt }: ExpectedUpload,
): Promise<SignedUpload> {
  const checksum = Buffer.from(sha256, 'hex').toString('base64');
  const command = new PutObjectCommand({ ...target, ContentLength: size, ChecksumSHA256: checksum });
  const url = await getSignedUrl(client, command, {
    expiresIn: Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000)),
    // In the query nobody would compare it with the body.
    unhoistableHeaders: new Set([CHECKSUM_HEADER]),
  });
  // Content-Length is signed too; every client sends it by itself, and browsers let nobody set it.
  return { method: 'PUT', url, headers: { [CHECKSUM_HEADER]: checksum }, expiresAt };
}
