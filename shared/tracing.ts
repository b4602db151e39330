import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';

/** A piece of work that ended. Times are seconds since 1970. */
export interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** By which it can be found: `annotation.request_id = "..."`. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly failed: boolean;
}

/** What tells the platform which work belongs together. */
export interface Tracing {
  /** Sent along with a message, so that what it sets off belongs to this trace. */
  header(): string | undefined;
  /** Never rejects: a trace is worth no request. */
  record(span: Span): Promise<void>;
}

/** Where nobody collects traces. */
export const noTracing: Tracing = { header: () => undefined, record: async () => {} };

const PREFIX = '{"format":"json","version":1}\n';

/**
 * Traces of X-Ray without its SDK: Lambda gives the trace of each invocation in its environment and listens for what
 * belongs to it on UDP.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html
 * @param environment asked anew for each trace; Lambda changes it with each invocation
 */
export function xrayTracing(environment: Readonly<Record<string, string | undefined>>): Tracing {
  const header = () => environment._X_AMZN_TRACE_ID;
  return {
    header,
    async record(span) {
      const [host = '', port = ''] = (environment.AWS_XRAY_DAEMON_ADDRESS ?? '').split(':');
      const trace = parse(header() ?? '');
      if (!host || trace.Sampled !== '1') return;
      const segment = {
        name: span.name,
        id: randomBytes(8).toString('hex'),
        type: 'subsegment',
        trace_id: trace.Root,
        parent_id: trace.Parent,
        start_time: span.start,
        end_time: span.end,
        annotations: span.annotations,
        fault: span.failed,
      };
      await send(PREFIX + JSON.stringify(segment), Number(port), host);
    },
  };
}

/** `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1` */
function parse(header: string): Record<string, string> {
  return Object.fromEntries(header.split(';').map((part) => part.split('=') as [string, string]));
}

function send(text: string, port: number, host: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const done = () => {
      socket.close();
      resolve();
    };
    socket.once('error', done);
    socket.send(text, port, host, done);
  });
}
