/** In which way a file cannot be read as a table. */
export const FILE_FAULT_CODES = [
  'delimiter',
  'encoding',
  'gzip',
  'json',
  'not_text',
  'quote',
  'too_large',
  'too_long',
  'zip',
] as const;

export type FileFaultCode = (typeof FILE_FAULT_CODES)[number];

/** The file cannot be read as a table: a fault of the file itself, told in a sentence for the person who uploaded it. */
export class FileFault extends Error {
  override name = 'FileFault';
  readonly code: FileFaultCode;

  constructor(code: FileFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
