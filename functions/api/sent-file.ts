/** A file as a request carries it. Reading `body` to its end may throw a BodyFault. */
export interface SentFile {
  readonly filename: string;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}
