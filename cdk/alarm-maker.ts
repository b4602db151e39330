import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { ALARMS, type AlarmName } from './alarms.ts';
import type { Settings } from './settings.ts';

/** When an alarm is raised. Exactly one of the limits. */
export type Condition = {
  metric: IMetric;
  /** Periods in a row in which it must be so. */
  periods?: number;
  /** Raises it also when there is no number at all. */
  orSilent?: boolean;
} & ({ above: number; below?: never } | { below: number; above?: never });

/** Tells people: the topic they subscribe to, and the form of every alarm. */
export class AlarmMaker extends Construct {
  readonly topic: Topic;
  /** Those that were raised, in that order. */
  readonly raised: Alarm[] = [];
  private readonly runbookUrl: string;

  constructor(
    scope: Construct,
    id: string,
    { key, settings }: { key: IKey; settings: Pick<Settings, 'alarmEmail' | 'runbookUrl'> },
  ) {
    super(scope, id);
    this.runbookUrl = settings.runbookUrl;
    this.topic = new Topic(this, 'Topic', { displayName: 'Tallyport alarms', masterKey: key, enforceSSL: true });
    if (settings.alarmEmail) this.topic.addSubscription(new EmailSubscription(settings.alarmEmail));
  }

  /** An alarm beside what it watches. Its name is its article in the runbook, which it links to. */
  raise(scope: Construct, name: AlarmName, condition: Condition): Alarm {
    const { metric, periods = 1, orSilent = false, above, below } = condition;
    const alarm = new Alarm(scope, `Alarm-${name}`, {
      alarmName: `tallyport-${name}`,
      alarmDescription: `${ALARMS[name]} What to do: ${this.article(name)}`,
      metric,
      threshold: above ?? below,
      comparisonOperator:
        above === undefined ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: orSilent ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const tell = new SnsAction(this.topic);
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
    this.raised.push(alarm);
    return alarm;
  }

  /** Where the runbook says what to do about it. */
  article(name: AlarmName): string {
    return `${this.runbookUrl}#${name}`;
  }
}
