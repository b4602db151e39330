-- One row per ledger: its lock serialises merging and deriving.
CREATE TABLE IF NOT EXISTS ledgers (
  name VARCHAR(64) NOT NULL PRIMARY KEY
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO ledgers (name) VALUES ('posts'), ('tags');

-- The versions of every post. Lists are sets: JSON arrays in ascending order, without repeats.
-- previous_version_no and changed_fields (a bit per attribute, in the order of the declaration) are derived.
CREATE TABLE IF NOT EXISTS posts (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  post_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  title VARCHAR(1000) COLLATE utf8mb4_exact NULL,
  url VARCHAR(2000) COLLATE utf8mb4_exact NULL,
  tag_ids JSON NOT NULL,
  parent_post_ids JSON NOT NULL,
  recorded_at DATETIME(6) NOT NULL,
  import_id BIGINT NOT NULL,
  content_hash BINARY(32) NOT NULL,
  previous_version_no BIGINT NULL,
  changed_fields INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY posts_version (post_id, version_no),
  KEY posts_event_version (event_type, post_id, version_no),
  KEY posts_event_id (event_type, id),
  KEY posts_created (created_at),
  KEY posts_at (post_id, created_at, version_no),
  KEY posts_import (import_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS posts_staging (
  import_id BIGINT NOT NULL,
  attempt INT UNSIGNED NOT NULL,
  line BIGINT NOT NULL,
  post_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  title VARCHAR(1000) COLLATE utf8mb4_exact NULL,
  url VARCHAR(2000) COLLATE utf8mb4_exact NULL,
  tag_ids JSON NOT NULL,
  parent_post_ids JSON NOT NULL,
  content_hash BINARY(32) NOT NULL,
  PRIMARY KEY (import_id, attempt, line),
  KEY posts_staging_version (import_id, attempt, post_id, version_no, line)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tags (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  tag_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  name VARCHAR(500) COLLATE utf8mb4_exact NULL,
  category VARCHAR(500) COLLATE utf8mb4_exact NULL,
  recorded_at DATETIME(6) NOT NULL,
  import_id BIGINT NOT NULL,
  content_hash BINARY(32) NOT NULL,
  previous_version_no BIGINT NULL,
  changed_fields INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY tags_version (tag_id, version_no),
  KEY tags_event_version (event_type, tag_id, version_no),
  KEY tags_event_id (event_type, id),
  KEY tags_created (created_at),
  KEY tags_at (tag_id, created_at, version_no),
  KEY tags_import (import_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tags_staging (
  import_id BIGINT NOT NULL,
  attempt INT UNSIGNED NOT NULL,
  line BIGINT NOT NULL,
  tag_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  name VARCHAR(500) COLLATE utf8mb4_exact NULL,
  category VARCHAR(500) COLLATE utf8mb4_exact NULL,
  content_hash BINARY(32) NOT NULL,
  PRIMARY KEY (import_id, attempt, line),
  KEY tags_staging_version (import_id, attempt, tag_id, version_no, line)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
