/** Why a database cannot be used at all, and what to do; both are sentences that hold no secret. */
export interface DatabaseTrouble {
  /** Goes on after "The database at ...": `does not answer (ECONNREFUSED).` */
  readonly found: string;
  readonly advice: string;
}

const REFUSED = 'Mend the user and the password in DATABASE_URL; signs like @ : / % are written percent-encoded there.';
const KNOWN: Record<string, DatabaseTrouble> = {
  ER_ACCESS_DENIED_ERROR: { found: 'refuses the user or the password', advice: REFUSED },
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: { found: 'refuses the user or the password', advice: REFUSED },
  ER_DBACCESS_DENIED_ERROR: {
    found: 'does not let this user into the database that is named',
    advice: 'Grant the user of DATABASE_URL all rights on it, or mend its name.',
  },
  ER_BAD_DB_ERROR: {
    found: 'has no database of this name',
    advice: 'Mend the name in DATABASE_URL; a new one is made by bin/start and by tallyport db migrate.',
  },
  ER_CON_COUNT_ERROR: {
    found: 'has no connection left',
    advice: 'docs/runbook.md, "database-connections".',
  },
};

/** @param error of a first connection */
export function databaseTrouble(error: unknown): DatabaseTrouble {
  const code = (error as Partial<NodeJS.ErrnoException>).code ?? (error as Error).message;
  const { found = 'does not answer', advice = 'Start it, or mend DATABASE_URL; docs/runbook.md, "database-down".' } =
    KNOWN[code] ?? {};
  return { found: `${found} (${code}).`, advice };
}
