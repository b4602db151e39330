/** The body of a request is not what it should be; found while it is read. `message` is for the person who sent it. */
export class BodyFault extends Error {
  override name = 'BodyFault';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
