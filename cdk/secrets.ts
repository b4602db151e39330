import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { removalPolicy } from './removal.ts';
import type { Settings } from './settings.ts';

/** Settings that nobody may read: the code finds them by their names in JSON (SETTINGS_FROM). */
export class Secrets extends Construct {
  /** SECRET and SECRET_PREVIOUS. */
  readonly application: Secret;
  /** ORIGIN_SECRET_A and ORIGIN_SECRET_B. */
  readonly edge: Secret;

  constructor(scope: Construct, id: string, { key, settings }: { key: IKey; settings: Pick<Settings, 'keepData'> }) {
    super(scope, id);
    const made = (name: string, description: string, first: string, second: string) => {
      const secret = new Secret(this, name, {
        description,
        encryptionKey: key,
        removalPolicy: removalPolicy(settings),
        generateSecretString: {
          secretStringTemplate: JSON.stringify({ [second]: '' }),
          generateStringKey: first,
          passwordLength: 64,
          excludePunctuation: true,
        },
      });
      acknowledge(secret, {
        'AwsSolutions-SMG4':
          'It has two values, of which one is changed while the other one is in use; which of them is in use is decided by a deployment, so a timer alone would cut everybody off. docs/deploy.md tells how, in two steps.',
      });
      return secret;
    };
    this.application = made('Application', 'Tallyport: signs sessions and tokens', 'SECRET', 'SECRET_PREVIOUS');
    this.edge = made('Edge', 'Tallyport: what CloudFront proves itself with', 'ORIGIN_SECRET_A', 'ORIGIN_SECRET_B');
  }
}
