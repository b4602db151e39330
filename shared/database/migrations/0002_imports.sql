CREATE TABLE IF NOT EXISTS imports (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  state VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  ledger VARCHAR(64) NOT NULL,
  -- The options as one canonical JSON text: equal texts mean equal options.
  options VARCHAR(2000) NOT NULL,
  filename VARCHAR(500) NOT NULL,
  content_type VARCHAR(200) NOT NULL,
  user_id VARCHAR(64) NOT NULL,
  request_id VARCHAR(64) NOT NULL,
  bucket VARCHAR(500) NOT NULL,
  object_key VARCHAR(500) NOT NULL,
  bytes BIGINT NULL,
  sha256 CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  duplicate_of BIGINT NULL,
  -- The claim: a consumer's every write carries the attempt number, so that a late one loses.
  attempt INT UNSIGNED NOT NULL DEFAULT 0,
  lease_until DATETIME(6) NULL,
  cancel_requested BOOLEAN NOT NULL DEFAULT FALSE,
  rows_read BIGINT NOT NULL DEFAULT 0,
  rows_inserted BIGINT NOT NULL DEFAULT 0,
  rows_unchanged BIGINT NOT NULL DEFAULT 0,
  rows_replaced BIGINT NOT NULL DEFAULT 0,
  rows_failed BIGINT NOT NULL DEFAULT 0,
  error_count BIGINT NOT NULL DEFAULT 0,
  problem_code VARCHAR(64) NULL,
  problem_message VARCHAR(1000) NULL,
  created_at DATETIME(6) NOT NULL,
  stored_at DATETIME(6) NULL,
  queued_at DATETIME(6) NULL,
  started_at DATETIME(6) NULL,
  finished_at DATETIME(6) NULL,
  KEY imports_state (state, created_at),
  KEY imports_user (user_id, id),
  KEY imports_same_bytes (sha256, ledger)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS import_errors (
  import_id BIGINT NOT NULL,
  position INT UNSIGNED NOT NULL,
  line BIGINT NULL,
  column_name VARCHAR(200) NULL,
  code VARCHAR(64) NOT NULL,
  message VARCHAR(1000) NOT NULL,
  text VARCHAR(500) NULL,
  PRIMARY KEY (import_id, position)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
