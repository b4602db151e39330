/** The file cannot be read as a table: a fault of the file itself, told in a sentence for the person who uploaded it. */
export class FileFault extends Error {
  override name = 'FileFault';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
