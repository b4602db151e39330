import { runInNewContext } from 'node:vm';
import { Match } from 'aws-cdk-lib/assertions';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../cdk/page.ts';
import { VIEWER_CODE } from '../../cdk/viewer-function.ts';
import { securityHeaders } from '../../functions/api/security-headers.ts';
import { LAMBDA_BODY_MAX_BYTES } from '../../functions/hosts/lambda-body.ts';
import { synthesise } from '../harness/cloud.ts';
import { properties } from '../harness/template.ts';

const { edge: template, application, firewall } = synthesise();
const domain = synthesise({
  domainName: 'counts.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
  originCertificateArn: 'arn:aws:acm:ap-northeast-1:123456789012:certificate/b',
  originSecret: 'B',
});

const config = properties(template, 'AWS::CloudFront::Distribution')[0]?.DistributionConfig;
const originOf = (path: string) =>
  config.Origins.find(
    ({ Id }: { Id: string }) =>
      Id ===
      config.CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) => PathPattern === path)?.TargetOriginId,
  );

describe('CloudFront', () => {
  test('counts and exports go to the containers, and never to Lambda', () => {
    expect(originOf('/api/counts*').VpcOriginConfig).toBeDefined();
    expect(JSON.stringify(originOf('/api/*').DomainName)).toContain('execute-api');
    // The first pattern that fits is taken.
    expect(config.CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
      '/api/counts*',
      '/api/workers*',
      '/api/*',
      '/up',
    ]);
  });

  test('a file of 10 MB never goes through Lambda: its own door is the bucket', () => {
    expect(LAMBDA_BODY_MAX_BYTES * (4 / 3)).toBeLessThan(6_000_000);
    const routes = properties(application, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(routes).toEqual(['ANY /api/{proxy+}', 'ANY /up']);
    expect(originOf('/api/*').VpcOriginConfig).toBeUndefined();
    expect(contentSecurityPolicy('https://files.example')).toContain("connect-src 'self' https://files.example;");
  });

  test('proves itself to both origins, and hands on the viewer', () => {
    for (const path of ['/api/counts*', '/api/*'])
      expect(originOf(path).OriginCustomHeaders).toEqual([
        { HeaderName: 'x-tallyport-origin-secret', HeaderValue: expect.anything() },
      ]);
    for (const behaviour of config.CacheBehaviors) {
      expect(behaviour.FunctionAssociations).toHaveLength(1);
      expect(behaviour.ViewerProtocolPolicy).toBe('https-only');
      // Managed: CachingDisabled, AllViewerExceptHostHeader.
      expect(behaviour.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
      expect(behaviour.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
    }
  });

  test('the secret in use is chosen by a setting, and never stands in a template', () => {
    const text = (which: typeof template) => JSON.stringify(which.toJSON());
    expect(text(template)).toContain(':SecretString:ORIGIN_SECRET_A::}}');
    expect(text(domain.edge)).toContain(':SecretString:ORIGIN_SECRET_B::}}');
    expect(JSON.stringify(domain.application.toJSON())).toContain('"SECRETS_IN_USE":"B-1"');
  });

  test('a domain brings TLS 1.2 everywhere, also to the load balancer', () => {
    domain.edge.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        Aliases: ['counts.example.com'],
        ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: 'TLSv1.2_2021' }),
      }),
    });
    domain.edge.hasResourceProperties('AWS::CloudFront::VpcOrigin', {
      VpcOriginEndpointConfig: Match.objectLike({ OriginProtocolPolicy: 'https-only' }),
    });
    domain.application.hasResourceProperties('AWS::ElasticLoadBalancingV2::Listener', { Port: 443, Protocol: 'HTTPS' });
  });

  test('the page comes from a bucket that nobody else reads', () => {
    template.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
      OriginAccessControlConfig: Match.objectLike({ SigningBehavior: 'always' }),
    });
    expect(config.DefaultRootObject).toBe('index.html');
  });
});

describe('the function for each request', () => {
  const handle = (headers: Record<string, { value: string }>) =>
    runInNewContext(`${VIEWER_CODE}; handler(event)`, {
      event: {
        request: { headers: { host: { value: 'd1.cloudfront.net' }, ...headers } },
        viewer: { ip: '203.0.113.9' },
      },
    }).headers;

  test('tells host and address, whatever the viewer says of itself', () => {
    expect(
      handle({
        'x-tallyport-viewer-host': { value: 'evil.example' },
        'x-tallyport-viewer-address': { value: '127.0.0.1' },
        'x-tallyport-origin-secret': { value: 'guess' },
        accept: { value: '*/*' },
      }),
    ).toEqual({
      host: { value: 'd1.cloudfront.net' },
      accept: { value: '*/*' },
      'x-tallyport-viewer-host': { value: 'd1.cloudfront.net' },
      'x-tallyport-viewer-address': { value: '203.0.113.9' },
    });
  });
});

test('the page keeps to what the application has it keep to, but that files may go to their bucket', async () => {
  const app = new Hono().use(securityHeaders('https://counts.example.com')).get('/', (c) => c.text(''));
  const ours = (await app.request('/')).headers.get('content-security-policy') ?? '';
  expect(contentSecurityPolicy('https://files.example').replace(' https://files.example', '')).toBe(ours);
});

test('the firewall stands before everything, and lets files through', () => {
  expect(config.WebACLId).toBeDefined();
  firewall.hasResourceProperties('AWS::WAFv2::WebACL', {
    Scope: 'CLOUDFRONT',
    Rules: Match.arrayWith([
      Match.objectLike({
        Name: 'AWSManagedRulesCommonRuleSet',
        Statement: {
          ManagedRuleGroupStatement: Match.objectLike({
            RuleActionOverrides: Match.arrayWith([{ Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } }]),
          }),
        },
      }),
    ]),
  });
});
