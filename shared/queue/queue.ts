/** A message as one receive hands it out. */
export interface ReceivedMessage {
  id: string;
  body: string;
  /** Good for this receive only: a message that was handed out again has another. */
  receipt: string;
  /** 1 at the first receive. */
  receiveCount: number;
  sentAt: Date;
}

export interface QueueDepth {
  /** Waiting to be received now. */
  visible: number;
  /** Received, neither deleted nor visible again. */
  inFlight: number;
  /** Sent with a delay that has not passed. */
  delayed: number;
  dead: number;
}

/**
 * A queue with the semantics of SQS: delivered at least once, in no promised order; hidden from others for the
 * visibility timeout after a receive; a dead letter after too many receives.
 */
export interface Queue {
  /** @returns the message's id. An error does not mean that nothing was sent. */
  send(body: string, options?: { delaySeconds?: number }): Promise<string>;
  /** Waits up to `waitSeconds` for at least one message; at most `max` (1 to 10). An abort ends the wait at once with none. */
  receive(options: {
    max: number;
    waitSeconds: number;
    visibilitySeconds: number;
    signal?: AbortSignal;
  }): Promise<ReceivedMessage[]>;
  /** With an outdated receipt nothing happens. */
  delete(receipt: string): Promise<void>;
  /** The message is visible again `seconds` from now (0: at once). With an outdated receipt nothing happens. */
  changeVisibility(receipt: string, seconds: number): Promise<void>;
  depth(): Promise<QueueDepth>;
  /** Receives dead letters the way `receive` receives messages; they stay dead until deleted. */
  receiveDead(options: { max: number; visibilitySeconds: number }): Promise<ReceivedMessage[]>;
  deleteDead(receipt: string): Promise<void>;
  close(): Promise<void>;
}
