export const failures = {
  network: 'The server cannot be reached. Check the connection, then try again.',
  timeout: 'The server took too long to answer. Try again in a moment.',
  answer: (status: number) => `The server answered with an error (status ${status}) and gave no reason.`,
  unexpected: (what: string) => `Something unexpected happened on this page: ${what}`,
  requestId: (id: string) => `Request ${id}`,
  again: 'Try again',
  dismiss: 'Dismiss',
  offline: (since: string) =>
    `The server has not been reachable since ${since}. What you see may be out of date; this page keeps trying and goes on by itself.`,
  outdated: 'This page is older than the server. Load it again to go on.',
  reload: 'Load again',
  broken: 'This part of the page broke.',
};
