import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER, VIEWER_HOST_HEADER } from '../shared/names.ts';

/**
 * Runs in CloudFront for each request that goes on to the application. Origins get their own names as Host, so what
 * the viewer asked for travels beside it; whatever a viewer sends under these names is replaced.
 */
export const VIEWER_CODE = `function handler(event) {
  var request = event.request;
  request.headers['${VIEWER_HOST_HEADER}'] = { value: request.headers.host.value };
  request.headers['${VIEWER_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  delete request.headers['${ORIGIN_SECRET_HEADER}'];
  return request;
}
`;

export function createViewerFunction(scope: Construct, id: string): EdgeFunction {
  return new EdgeFunction(scope, id, {
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(VIEWER_CODE),
    comment: 'Tallyport: tells the application the host and the address that only the edge sees',
  });
}
