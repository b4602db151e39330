import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  FunctionEventType,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin, VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import { ORIGIN_SECRET_HEADER } from '../shared/names.ts';
import { acknowledge } from './acknowledge.ts';
import type { ApplicationStack } from './application-stack.ts';
import type { FoundationStack } from './foundation-stack.ts';
import { Page } from './page.ts';
import type { Settings } from './settings.ts';
import { createViewerFunction } from './viewer-function.ts';

export interface EdgeStackProps extends StackProps {
  foundation: FoundationStack;
  application: ApplicationStack;
  webAclArn: string;
  settings: Settings;
}

/** A count may take 25 s, a download begins at once. CloudFront's own limit without a request for more. */
const READ_TIMEOUT = Duration.seconds(60);
/** Shorter than the load balancer's and the containers' own. */
const KEEP_ALIVE = Duration.seconds(55);

/** CloudFront: the one door. The page from its bucket, counts from the containers, the rest of the API from Lambda. */
export class EdgeStack extends Stack {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    super(scope, id, props);
    const { foundation, application, webAclArn, settings } = props;
    const { accessLogs, files } = foundation;
    const page = new Page(this, 'Page', { accessLogs, files, settings });
    const viewer = { function: createViewerFunction(this, 'Viewer'), eventType: FunctionEventType.VIEWER_REQUEST };
    const dynamic = (origin: IOrigin): BehaviorOptions => ({
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: page.strictTransport,
      functionAssociations: [viewer],
      // Downloads say their length.
      compress: false,
    });
    const [api, counts] = this.origins(foundation, application, settings);
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Tallyport',
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_200,
      webAclId: webAclArn,
      enableLogging: true,
      logBucket: accessLogs,
      logFilePrefix: 'edge/',
      ...(settings.domainName
        ? {
            domainNames: [settings.domainName],
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
            certificate: Certificate.fromCertificateArn(this, 'Certificate', settings.certificateArn),
          }
        : {}),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(page.bucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: page.headers,
        compress: true,
      },
      additionalBehaviors: {
        '/api/counts*': dynamic(counts),
        '/api/workers*': dynamic(counts),
        '/api/*': dynamic(api),
        '/up': dynamic(api),
      },
    });
    this.acknowledgeWhatIsMeant(settings);
    new CfnOutput(this, 'Address', {
      value: `https://${settings.domainName || this.distribution.distributionDomainName}`,
    });
    new CfnOutput(this, 'DistributionId', { value: this.distribution.distributionId });
    new CfnOutput(this, 'DistributionName', {
      description: 'What a CNAME of the domain points at',
      value: this.distribution.distributionDomainName,
    });
    new CfnOutput(this, 'PageBucket', { value: page.bucket.bucketName });
  }

  private origins(
    { secrets }: FoundationStack,
    { api, containers }: ApplicationStack,
    settings: Settings,
  ): [api: IOrigin, counts: IOrigin] {
    const secret = secrets.edge.secretValueFromJson(`ORIGIN_SECRET_${settings.originSecret}`);
    const common = {
      // It stands in CloudFront's configuration, for those who may read that.
      customHeaders: { [ORIGIN_SECRET_HEADER]: secret.unsafeUnwrap() },
      readTimeout: READ_TIMEOUT,
      keepaliveTimeout: KEEP_ALIVE,
      connectionAttempts: 2,
      connectionTimeout: Duration.seconds(5),
    };
    const { apiId } = api.api;
    const host = `${apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    const tls = settings.originCertificateArn !== '';
    return [
      new HttpOrigin(host, {
        ...common,
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      }),
      VpcOrigin.withApplicationLoadBalancer(containers.balancer, {
        ...common,
        vpcOriginName: 'tallyport-counts',
        protocolPolicy: tls ? OriginProtocolPolicy.HTTPS_ONLY : OriginProtocolPolicy.HTTP_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        ...(tls ? { domainName: settings.domainName } : {}),
      }),
    ];
  }

  private acknowledgeWhatIsMeant({ domainName, originCertificateArn }: Settings): void {
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1':
        'People upload and count from wherever they work; who may is decided by accounts, not by countries.',
      ...(domainName
        ? {}
        : {
            'AwsSolutions-CFR4':
              'CloudFront fixes the TLS policy of its own name, which still offers TLS 1.0 to viewers that know nothing newer. tallyport:domainName with a certificate sets TLS 1.2.',
          }),
      ...(originCertificateArn
        ? {}
        : {
            'AwsSolutions-CFR5':
              'Between CloudFront and the internal load balancer requests travel inside AWS through a VPC origin, never the internet; a certificate for it needs a domain of the owner (tallyport:originCertificateArn).',
          }),
    });
  }
}
