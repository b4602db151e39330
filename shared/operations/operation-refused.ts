/** What is there does not allow the operation; nothing was changed. The message says what to do. */
export class OperationRefused extends Error {
  override name = 'OperationRefused';
}

/** The operation went wrong, and what it left behind has been put away. The message says why. */
export class OperationFailed extends Error {
  override name = 'OperationFailed';
}
