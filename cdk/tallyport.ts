import type { App } from 'aws-cdk-lib';
import { ApplicationStack } from './application-stack.ts';
import { requireConnectionBudget } from './connection-budget.ts';
import { EdgeStack } from './edge-stack.ts';
import { FirewallStack } from './firewall-stack.ts';
import { FoundationStack } from './foundation-stack.ts';
import type { Settings } from './settings.ts';
import { WatchStack } from './watch-stack.ts';

/** CloudFront looks for its firewall and its certificates there. */
const EDGE_REGION = 'us-east-1';

/**
 * The whole system, in the order in which it is deployed. Regions without an account: nothing is looked up, so that
 * synthesis needs neither credentials nor a network.
 * @throws Error when more connections may be needed than the database allows
 */
export function createTallyport(app: App, settings: Settings) {
  requireConnectionBudget(settings);
  const env = { region: settings.region };
  const foundation = new FoundationStack(app, 'TallyportFoundation', { env, settings });
  const application = new ApplicationStack(app, 'TallyportApplication', { env, foundation, settings });
  const firewall = new FirewallStack(app, 'TallyportFirewall', {
    env: { region: EDGE_REGION },
    crossRegionReferences: true,
  });
  const { webAclArn } = firewall;
  const edge = new EdgeStack(app, 'TallyportEdge', {
    ...{ env, crossRegionReferences: true },
    ...{ foundation, application, webAclArn, settings },
  });
  const watch = new WatchStack(app, 'TallyportWatch', { env, foundation, application, settings });
  return { foundation, application, firewall, edge, watch };
}
