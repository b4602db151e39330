import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AlarmMaker } from './alarm-maker.ts';
import type { AlarmName } from './alarms.ts';

export interface QueueWithDeadLettersProps {
  queueName: string;
  deadLetterQueueName: string;
  /** Longest run of the function that consumes the queue. */
  consumerTimeout: Duration;
  /** Receives after which a message becomes a dead letter. */
  maxReceives: number;
  /** Raised when there are dead letters. */
  deadLettersAlarm: AlarmName;
  /** Raised when a message waits longer than it may. */
  waitingAlarm: AlarmName;
  longestWait: Duration;
  alarms: AlarmMaker;
}

/**
 * A message keeps its age when it becomes a dead letter: with equal retention it could be deleted at the very moment
 * it gets there, before anybody saw it.
 */
const RETENTION = Duration.days(4);
const DEAD_LETTER_RETENTION = Duration.days(14);

/** AWS asks for six times the function's timeout, so that throttled batches come back before they are seen again. */
const VISIBILITY_FACTOR = 6;

/** A queue as every queue of ours is: encrypted, TLS only, with dead letters, and alarms that lead to the runbook. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    super(scope, id);
    const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetterQueue = new Queue(this, 'DeadLetters', {
      ...secured,
      queueName: props.deadLetterQueueName,
      retentionPeriod: DEAD_LETTER_RETENTION,
    });
    this.queue = new Queue(this, 'Queue', {
      ...secured,
      queueName: props.queueName,
      retentionPeriod: RETENTION,
      visibilityTimeout: Duration.seconds(VISIBILITY_FACTOR * props.consumerTimeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: props.maxReceives },
    });
    const recent = { period: Duration.minutes(1), statistic: Stats.MAXIMUM };
    props.alarms.raise(this, props.deadLettersAlarm, {
      metric: this.deadLetterQueue.metricApproximateNumberOfMessagesVisible(recent),
      above: 0,
    });
    props.alarms.raise(this, props.waitingAlarm, {
      metric: this.queue.metricApproximateAgeOfOldestMessage(recent),
      above: props.longestWait.toSeconds(),
      periods: 3,
    });
  }
}
