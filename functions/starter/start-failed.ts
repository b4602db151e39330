/** Tallyport cannot start. The message is for the person who started it: what is wrong, and what to do. */
export class StartFailed extends Error {
  override name = 'StartFailed';
}
