CREATE TABLE IF NOT EXISTS jobs (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  kind VARCHAR(80) COLLATE utf8mb4_exact NOT NULL,
  payload MEDIUMTEXT NOT NULL,
  state ENUM('queued', 'running', 'done', 'failed') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  unique_key VARCHAR(200) COLLATE utf8mb4_exact NULL,
  -- unique_key while the job is queued or running, else NULL: a kind's same work is promised once at a time.
  open_key VARCHAR(200) COLLATE utf8mb4_exact NULL,
  run_at DATETIME(6) NOT NULL,
  attempts INT UNSIGNED NOT NULL DEFAULT 0,
  lease_token CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  lease_until DATETIME(6) NULL,
  last_error VARCHAR(1000) NULL,
  created_at DATETIME(6) NOT NULL,
  started_at DATETIME(6) NULL,
  finished_at DATETIME(6) NULL,
  UNIQUE KEY jobs_open_key (kind, open_key),
  KEY jobs_due (state, run_at, id),
  KEY jobs_finished (state, finished_at, id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS scheduled_tasks (
  name VARCHAR(100) COLLATE utf8mb4_exact NOT NULL PRIMARY KEY,
  every_seconds INT UNSIGNED NOT NULL,
  registered_at DATETIME(6) NOT NULL,
  next_run_at DATETIME(6) NOT NULL,
  last_started_at DATETIME(6) NULL,
  last_finished_at DATETIME(6) NULL,
  -- Of the last run; NULL when it went well.
  last_error VARCHAR(1000) NULL,
  lease_token CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  lease_until DATETIME(6) NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row, made by the first tick: when a loop last looked for due work, in whichever process.
CREATE TABLE IF NOT EXISTS scheduler_tick (
  id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  last_tick_at DATETIME(6) NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
