import { S3Client } from '@aws-sdk/client-s3';

/** No request's body is larger than one part (8 MiB), and an answer's head never waits for its body. */
const REQUEST_TIMEOUT_MS = 60_000;
const CONNECTION_TIMEOUT_MS = 5_000;

/** @param endpoint of a compatible service, reached by path; empty: S3 itself. Region and keys as the SDK finds them. */
export function createS3Client(endpoint: string): S3Client {
  return new S3Client({
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    // Every body carries a checksum that we name. The SDK's own would put that of an empty body into upload URLs.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}
