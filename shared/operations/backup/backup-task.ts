/** The scheduled task that copies the database: its row in the schedule tells when the last copy was made. */
export const BACKUP_TASK = 'back up the database';
