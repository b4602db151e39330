-- One row per user who imports: its lock serialises what is decided for the user (limit, duplicates, repeated keys).
CREATE TABLE IF NOT EXISTS import_users (
  user_id VARCHAR(64) NOT NULL PRIMARY KEY
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS imports (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  state VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  ledger VARCHAR(64) NOT NULL,
  -- The options as one canonical JSON text: equal texts mean equal options.
  options VARCHAR(4000) NOT NULL,
  -- Imported even when the same bytes are here already.
  forced BOOLEAN NOT NULL DEFAULT FALSE,
  filename VARCHAR(500) NOT NULL,
  content_type VARCHAR(200) NOT NULL,
  user_id VARCHAR(64) NOT NULL,
  request_id VARCHAR(64) NOT NULL,
  bucket VARCHAR(500) NOT NULL,
  object_key VARCHAR(500) NOT NULL,
  -- While the state is awaiting_upload: as they were announced.
  bytes BIGINT NULL,
  sha256 CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  duplicate_of BIGINT NULL,
  -- The queue's id of the message that was sent last; NULL while it is not known.
  message_id VARCHAR(200) NULL,
  -- Times in a row that the sweep sent it again because a consumer had left it.
  rescues INT UNSIGNED NOT NULL DEFAULT 0,
  dead_letter MEDIUMTEXT NULL,
  -- The claim: a consumer's every write carries the attempt number, so that a late one loses.
  attempt INT UNSIGNED NOT NULL DEFAULT 0,
  lease_until DATETIME(6) NULL,
  cancel_requested BOOLEAN NOT NULL DEFAULT FALSE,
  bytes_read BIGINT NOT NULL DEFAULT 0,
  rows_read BIGINT NOT NULL DEFAULT 0,
  rows_inserted BIGINT NOT NULL DEFAULT 0,
  rows_unchanged BIGINT NOT NULL DEFAULT 0,
  rows_replaced BIGINT NOT NULL DEFAULT 0,
  rows_failed BIGINT NOT NULL DEFAULT 0,
  error_count BIGINT NOT NULL DEFAULT 0,
  -- JSON: what the file turned out to be, and the warnings about it.
  detected TEXT NULL,
  warnings TEXT NULL,
  problem_code VARCHAR(64) NULL,
  problem_message VARCHAR(1000) NULL,
  created_at DATETIME(6) NOT NULL,
  stored_at DATETIME(6) NULL,
  queued_at DATETIME(6) NULL,
  started_at DATETIME(6) NULL,
  finished_at DATETIME(6) NULL,
  reverted_at DATETIME(6) NULL,
  -- Nothing of it is in the object store, nor can anything of it still land there.
  objects_deleted_at DATETIME(6) NULL,
  KEY imports_state (state, created_at),
  KEY imports_user (user_id, id),
  KEY imports_user_state (user_id, state),
  KEY imports_same_bytes (sha256, ledger),
  KEY imports_kept (objects_deleted_at, state, finished_at)
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

-- Idempotency-Key: key_hash covers the route, the options and the key.
CREATE TABLE IF NOT EXISTS import_keys (
  user_id VARCHAR(64) NOT NULL,
  key_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  import_id BIGINT NOT NULL,
  created_at DATETIME(6) NOT NULL,
  PRIMARY KEY (user_id, key_hash),
  KEY import_keys_age (created_at)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
