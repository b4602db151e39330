import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { FoundationStack } from './foundation-stack.ts';
import { createLogGroup } from './log-group.ts';
import type { Settings } from './settings.ts';

export interface ApiProps {
  foundation: FoundationStack;
  settings: Settings;
  handler: LambdaFunction;
}

const PATHS = ['/api/{proxy+}', '/up'];

/** What CloudFront reaches the API through. Anybody may send here; the function refuses what brings no edge's secret. */
export class Api extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;

  constructor(scope: Construct, id: string, { foundation, settings, handler }: ApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: 'tallyport',
      description: 'Tallyport behind CloudFront',
      createDefaultStage: false,
    });
    const integration = new HttpLambdaIntegration('Function', handler);
    for (const path of PATHS) {
      const routes = this.api.addRoutes({ path, methods: [HttpMethod.ANY], integration });
      for (const route of routes)
        acknowledge(route, {
          'AwsSolutions-APIG4':
            'The application authorises by itself: first the secret that only our CloudFront sends, then a session or an API key, whose end (a ban, a sign-out) must hold at once, which an authoriser that caches would delay.',
        });
    }
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      // What one function can answer, with room for a burst.
      throttle: { rateLimit: settings.apiConcurrency * 20, burstLimit: settings.apiConcurrency * 10 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(createLogGroup(this, 'AccessLog', { key: foundation.key, settings })),
        format: AccessLogFormat.custom(ACCESS_LOG),
      },
    });
  }
}

const ACCESS_LOG = JSON.stringify({
  time: '$context.requestTimeEpoch',
  request: '$context.requestId',
  method: '$context.httpMethod',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  milliseconds: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
});
