import { useSyncExternalStore } from 'react';

/**
 * The part of the address after `#`, split: `#/imports/12` is the place `imports` with the path `12`,
 * `#/counts?ledger=posts` the place `counts` with parameters.
 */
export interface Place {
  name: string;
  path: readonly string[];
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
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name = '', ...rest] = path.split('/').filter((part) => part !== '');
  return { name, path: rest, parameters: new URLSearchParams(query) };
}

/** Goes to a place as a new step of the browser's history: "back" undoes it. */
export function goTo(hash: string): void {
  window.location.assign(hash);
}

/** Completes the address without a step of its own. */
export function replaceWith(hash: string): void {
  window.location.replace(hash);
}
