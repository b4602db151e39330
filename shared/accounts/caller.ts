export const ROLES = ['admin', 'importer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Who sends a request. */
export interface Caller {
  userId: string;
  email: string;
  name: string;
  role: Role;
  /** Id of the session's row: tokens are bound to it and end with it. */
  sessionId: string;
}

export function mayImport(caller: Pick<Caller, 'role'>): boolean {
  return caller.role !== 'viewer';
}
