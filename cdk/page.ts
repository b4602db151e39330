import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

export interface PageProps {
  accessLogs: IBucket;
  files: IBucket;
  settings: Pick<Settings, 'keepData'>;
}

const TWO_YEARS = Duration.days(730);

/** The page: files that `bin/deploy` uploads, and what browsers are told to keep to with them. */
export class Page extends Construct {
  readonly bucket: Bucket;
  readonly headers: ResponseHeadersPolicy;
  /** HSTS for what the application answers with headers of its own. */
  readonly strictTransport: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, { accessLogs, files }: PageProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'page/',
      versioned: true,
      lifecycleRules: [
        { id: 'old-releases', noncurrentVersionExpiration: Duration.days(30) },
        { id: 'incomplete-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      // Built anew by every deployment.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const strictTransportSecurity = {
      accessControlMaxAge: TWO_YEARS,
      includeSubdomains: false,
      override: true,
    };
    this.strictTransport = new ResponseHeadersPolicy(this, 'StrictTransport', {
      securityHeadersBehavior: { strictTransportSecurity },
    });
    this.headers = new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        strictTransportSecurity,
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.SAMEORIGIN, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        contentSecurityPolicy: {
          contentSecurityPolicy: contentSecurityPolicy(`https://${files.bucketRegionalDomainName}`),
          override: true,
        },
      },
    });
  }
}

/** As functions/api/security-headers.ts has it, and files may go to their bucket. */
export function contentSecurityPolicy(uploads: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${uploads}`,
    "frame-src 'self'",
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ');
}
