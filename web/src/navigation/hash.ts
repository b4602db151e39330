import { useSyncExternalStore } from 'react';

/** The part of the address after `#`, split: `#/counts?ledger=posts` is the place `counts` with its parameters. */
export interface Place {
  name: string;
  parameters: URLSearchParams;
}

/** Follows the address bar. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

export function placeOf(hash: string): Place {
  const [name = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return { name, parameters: new URLSearchParams(query) };
}

/** Goes to a place as a new step of the browser's history: "back" undoes it. */
export function goTo(hash: string): void {
  window.location.assign(hash);
}

/** Completes the address without a step of its own. */
export function replaceWith(hash: string): void {
  window.location.replace(hash);
}
